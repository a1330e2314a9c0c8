import { Emitter } from '#shared/emitter';
import { succeed } from '#shared/errors';
import type { Device } from '#shared/home';
import { setStatus } from '#shared/interfaces/switch-binary';
import { modelOf } from '#shared/model';
import { NO_TIMERS, type StoredTimers } from '../../proxy/server/base/store/stored-timers';
import type { InboxHousehold } from '../../proxy/server/commands/command-inbox';
import { TimerList, type TimerStorage } from '../../proxy/server/commands/timers/timer-list';
import { Timers } from '../../proxy/server/commands/timers/timers';
import { WatchedHome } from '../../proxy/server/home/live/watched-home';
import type { Screen } from '../../proxy/server/household/screens/screen';
import type { EndedScreen } from '../../proxy/server/household/screens/screens';
import { aLamp } from '../lib/state/test-home';
import { FakeClock } from './fake-clock';
import { aScreen } from './screens';

/** The screen that sets timers here. */
export const PHONE = aScreen();

/** A disk that outlives the programs. It can be full, and a killed program writes nothing more to it. */
class Disk {
  isFull = false;
  value: StoredTimers = NO_TIMERS;

  /** The file as one program sees it. */
  open() {
    let written = this.value;
    let isStale = false;
    const commit = () => {
      if (program.isKilled || this.isFull) return !isStale;
      this.value = written;
      isStale = false;
      return true;
    };
    const program = {
      isKilled: false,
      file: {
        read: async () => structuredClone(this.value),
        write: (next: StoredTimers) => {
          written = structuredClone(next);
          isStale = true;
          commit();
        },
        flush: async () => commit()
      }
    };
    return program;
  }
}

/**
 * A box with lamps, on which programs with timers start, stop and are killed. The monotonic time of its clock is the true time. What is
 * switched is reported at once.
 */
export class TimerWorld {
  readonly clock = new FakeClock();
  readonly disk = new Disk();
  /** How often the controller was read. */
  reads = 0;
  readonly ended = new Emitter<EndedScreen>();
  /** What was sent: the timer, its device, and the true time. */
  readonly fired: { readonly timer: string; readonly device: number; readonly at: number }[] = [];
  screen: Screen | undefined = PHONE;
  timers: Timers;
  #home = new WatchedHome(this.clock);
  #devices: Device[];
  #boot = { id: 'boot-0', at: 0 };
  #stop: (() => void) | undefined;
  #program: ReturnType<Disk['open']> | undefined;

  constructor(lamps: number) {
    this.#devices = Array.from({ length: lamps }, (_, at) => aLamp(at + 1, { params: { Status: true } }));
    this.timers = this.#make();
  }

  /** Starts the program. The home is read `afterMs` later. */
  async start(afterMs = 0) {
    this.#home = new WatchedHome(this.clock);
    this.timers = this.#make();
    this.#stop = await this.timers.start();
    if (afterMs > 0) await this.clock.advance(afterMs);
    this.read();
  }

  /** Reads the home, which is online then. */
  read() {
    this.#home.applySnapshot({ sections: [], rooms: [], devices: this.#devices }, this.clock.monotonic());
  }

  /** The controller does not answer any more. */
  lose() {
    this.#home.markLost('unreachable');
  }

  stop() {
    this.#stop?.();
  }

  /** Ends the program in the middle of everything. */
  kill() {
    if (this.#program) this.#program.isKilled = true;
    this.#stop?.();
  }

  /** The machine starts again. A container may keep the id of the boot. */
  reboot(id = `boot-${this.clock.monotonic()}`) {
    this.#boot = { id, at: this.clock.monotonic() };
  }

  /** The machine sleeps: no timeout counts that time, but the clock of the boot does. */
  sleep(ms: number) {
    this.#boot.at -= ms;
  }

  /** A program in a copy of the data folder, at this moment. */
  async copy(): Promise<() => void> {
    const disk = new Disk();
    disk.value = structuredClone(this.disk.value);
    const copy = this.#make({ file: disk.open().file, folder: 'copy' });
    return copy.start();
  }

  /** Switches a lamp, and reports it. */
  use(id: number, isOn: boolean) {
    this.#devices = this.#devices.map((each) =>
      each.id === id ? { ...each, params: { Status: isOn } } : each
    );
    if (this.#home.status?.state === 'online') this.#home.append([{ device: id, params: { Status: isOn } }]);
  }

  /** A lamp as it is now. */
  device(id: number) {
    return this.#devices.find((each) => each.id === id);
  }

  /** Sets a timer that switches lamps off. */
  set(devices: readonly number[], inMs: number, room: number | null = null) {
    const prepared = setStatus.prepare({ status: false });
    const commands = this.#devices
      .filter(({ id }) => devices.includes(id))
      .flatMap((device) => (prepared ? [{ device: device.id, prepared, model: modelOf(device) }] : []));
    return this.timers.set({ screen: this.screen ?? PHONE, room, label: 'Lamp', commands, inMs });
  }

  /** The only timer of the home. */
  get one() {
    return this.timers.list.of(PHONE.controller)[0];
  }

  #make(elsewhere: Partial<TimerStorage> = {}) {
    this.#program = this.disk.open();
    const boot = this.#boot;
    const storage = {
      file: this.#program.file,
      folder: 'folder',
      boot: { id: boot.id, now: () => this.clock.monotonic() - boot.at },
      ...elsewhere
    };
    return new Timers(this.#house(), new TimerList(this.clock, storage));
  }

  #house(): InboxHousehold {
    const nothing = () => undefined;
    const home = this.#home;
    const house = {
      clock: this.clock,
      homes: { lease: () => ({ watcher: { home }, release: nothing }), emit: nothing },
      accounts: { client: () => ({ read: async () => succeed((this.reads += 1)) }) },
      known: { get: nothing },
      activity: { note: nothing },
      screens: {
        current: (id: string) => (this.screen?.id === id ? this.screen : undefined),
        isRefused: (id: string) => this.screen?.id === id && this.screen.locked,
        onEnded: (listener: (screen: EndedScreen) => void) => this.ended.subscribe(listener),
        onChanged: () => nothing
      },
      inbox: {
        onTaken: () => nothing,
        fire: (
          _: unknown,
          { timer, commands }: { timer: string; commands: readonly { device: number }[] }
        ) => {
          for (const { device } of commands) {
            this.fired.push({ timer, device, at: this.clock.monotonic() });
            this.use(device, false);
          }
          // What became of it is told by the log, which this world has not.
          return succeed({});
        }
      },
      commandLog: { onChange: () => nothing, command: nothing, commandsIn: () => [] }
    };
    return house as unknown as InboxHousehold;
  }
}
