import type { Clock } from '#shared/clock';

/** One parameter's change inside a `DeviceChanged` event [O]. */
interface ParamChange {
  readonly name: string;
  readonly old_value: unknown;
  readonly new_value: unknown;
}

/** What a long poll tells [O]. Fields of the device may stand beside `params`. */
export type ControllerEvent =
  | { readonly type: 'DeviceChanged'; readonly device_id: number; readonly params: readonly ParamChange[] }
  | { readonly type: 'DeviceListChanged' }
  | {
      readonly type: 'ActionStatusReport';
      readonly device_id: number;
      readonly method: string;
      readonly status: 'done' | 'waiting' | 'failed';
    };

/** The reply of `GET /poll` [O]: what happened, and the number to ask after next. */
interface EventBatch {
  readonly events: readonly ControllerEvent[];
  readonly last: number;
}

/** How many events are kept for those who ask late. */
const KEPT_EVENTS = 2000;

/** The controller's events in their order, each with a number one above the one before; the first is 1. */
export class EventLog {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #kept: ControllerEvent[] = [];
  #last = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The number of the newest event; 0 before any. */
  get last(): number {
    return this.#last;
  }

  append(event: ControllerEvent): void {
    this.#last += 1;
    this.#kept.push(event);
    if (this.#kept.length > KEPT_EVENTS) this.#kept.shift();
    this.#release();
  }

  /** Starts again at 0, as after a restart. Waiting polls are answered. */
  reset(): void {
    this.#kept = [];
    this.#last = 0;
    this.#release();
  }

  /** Answers all waiting polls with the present events. */
  #release(): void {
    for (const release of [...this.#waiting]) release();
  }

  /** What came after `last`. Where that is not known any more, or not yet, the lists are to be read again. */
  since(last: number): EventBatch {
    const missed = this.#last - last;
    if (missed < 0 || missed > this.#kept.length)
      return { events: [{ type: 'DeviceListChanged' }], last: this.#last };
    return { events: this.#kept.slice(this.#kept.length - missed), last: this.#last };
  }

  /** What came after `last`, at once or as soon as there is something; nothing after `ms` milliseconds or an abort. */
  async next(last: number, ms: number, signal: AbortSignal): Promise<EventBatch> {
    if (last === this.#last) await this.#somethingHappens(ms, signal);
    return this.since(last);
  }

  async #somethingHappens(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const release = () => {
        cancel();
        signal.removeEventListener('abort', release);
        this.#waiting.delete(release);
        resolve();
      };
      const cancel = this.#clock.after(ms, release);
      signal.addEventListener('abort', release);
      this.#waiting.add(release);
    });
  }

  /** How many wait for the next event. */
  get waiting(): number {
    return this.#waiting.size;
  }
}
