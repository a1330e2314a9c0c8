import type { Clock } from '#shared/clock';
import type { OwnEvents } from '../options';
import type { ControllerEvent } from './events';
import type { CommandedHome, LivingHome } from './living-home';

/** How late an event is that comes late, in ms. */
const LATE_MS = 3_000;

/** The events of what commands did: told at once, late or never. */
export class OwnEventTeller {
  readonly #clock: Clock;
  readonly #when: OwnEvents;
  readonly #publish: (event: ControllerEvent) => void;
  readonly #pending = new Set<() => void>();

  constructor(clock: Clock, when: OwnEvents, publish: (event: ControllerEvent) => void) {
    this.#clock = clock;
    this.#when = when;
    this.#publish = publish;
  }

  /** Tells of an event, when it is time. */
  readonly tell = (event: ControllerEvent): void => {
    if (this.#when === 'at-once') this.#publish(event);
    if (this.#when !== 'late') return;
    const cancel = this.#clock.after(LATE_MS, () => {
      this.#pending.delete(cancel);
      this.#publish(event);
    });
    this.#pending.add(cancel);
  };

  /** The home as commands change it: what they do is told here. */
  homeOf(home: LivingHome): CommandedHome {
    return {
      device: (id) => home.device(id),
      fixture: (id) => home.fixture(id),
      report: (id, params) => home.report(id, params, this.tell)
    };
  }

  /** Forgets what was not told yet. */
  stop(): void {
    for (const cancel of this.#pending) cancel();
    this.#pending.clear();
  }
}
