import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { Device } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';
import type { ChangedDevice, CommandOutcome, Source } from '../served/source';
import { Effects, publishOwn } from './dynamics/effects';
import { furnish } from './home/furnish';
import { LivingHome } from './home/living-home';
import type { VirtualOptions } from './options';

/** The clocks of a virtual home: of everything, and of the effects of commands. */
interface Clocks {
  readonly clock: Clock;
  readonly commandClock: Clock;
}

/** The virtual home as a source. It is never gone. */
export class VirtualSource implements Source {
  readonly living: LivingHome;
  readonly #published = new Emitter<ChangedDevice>();
  readonly onChange = this.#published.subscribe;
  readonly #effects: Effects;
  readonly #clocks: Clocks;
  readonly #options: Pick<VirtualOptions, 'ownEvents' | 'radioMs'>;
  #radioFreeAt = -Infinity;

  constructor(clocks: Clocks, options: Pick<VirtualOptions, 'house' | 'ownEvents' | 'radioMs'>) {
    const { clock, commandClock } = clocks;
    const publish = (changed: ChangedDevice) => this.#published.emit(changed);
    this.#clocks = clocks;
    this.#options = options;
    this.living = new LivingHome(clock, publish);
    this.living.add(furnish(options.house, clock.now()));
    this.#effects = new Effects(this.living, commandClock, publishOwn(clock, options.ownEvents, publish));
  }

  home() {
    return this.living.served;
  }

  onLists(listener: () => void) {
    return this.living.onLists(listener);
  }

  onGone() {
    return () => undefined;
  }

  /** Carries out a command after those before it. A fast radio takes no time. Without own events the outcome is never known. */
  run(device: Device, command: PreparedCommand): Promise<CommandOutcome> {
    const { clock, commandClock } = this.#clocks;
    const { ownEvents, radioMs } = this.#options;
    return new Promise((resolve) => {
      const tell = publishOwn(clock, ownEvents, resolve);
      const carryOut = () => tell({ status: this.#effects.carryOut(device, command) });
      if (radioMs === 0) {
        carryOut();
        return;
      }
      const now = commandClock.monotonic();
      this.#radioFreeAt = Math.max(this.#radioFreeAt, now) + radioMs;
      commandClock.after(this.#radioFreeAt - now, carryOut);
    });
  }
}
