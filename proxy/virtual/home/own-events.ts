import type { Clock } from '#shared/clock';
import type { OwnEvents } from '../options';
import type { ControllerEvent } from './events';
import type { CommandedHome, LivingHome } from './living-home';

/** Delay of late events, in ms. */
const LATE_MS = 3_000;

/** Publishes the events that commands cause: at once, late or never. */
export class OwnEventPublisher {
  readonly #clock: Clock;
  readonly #when: OwnEvents;
  readonly #publish: (event: ControllerEvent) => void;
  readonly #pending = new Set<() => void>();

  constructor(clock: Clock, when: OwnEvents, publish: (event: ControllerEvent) => void) {
    this.#clock = clock;
    this.#when = when;
    this.#publish = publish;
  }

  /** Publishes an event, at the configured time. */
  readonly publish = (event: ControllerEvent): void => {
    if (this.#when === 'at-once') this.#publish(event);
    if (this.#when !== 'late') return;
    const cancel = this.#clock.after(LATE_MS, () => {
      this.#pending.delete(cancel);
      this.#publish(event);
    });
    this.#pending.add(cancel);
  };

  /** A view of the home for commands. Their events are published by this class. */
  homeOf(home: LivingHome): CommandedHome {
    return {
      device: (id) => home.device(id),
      fixture: (id) => home.fixture(id),
      report: (id, params) => home.report(id, params, this.publish)
    };
  }

  /** Cancels late events. */
  stop(): void {
    for (const cancel of this.#pending) cancel();
    this.#pending.clear();
  }
}
