import { compareDevices } from '#shared/changes';
import { wait, type Clock } from '#shared/clock';
import type { ChangedDevice, CommandOutcome } from './source';

/** One parameter's change inside a `DeviceChanged` event [O]. */
interface ParamChange {
  readonly name: string;
  readonly old_value: unknown;
  readonly new_value: unknown;
}

/** An event of the long poll [O]. `DeviceChanged` may have fields of the device besides `params`. The status of a command is [A]. */
export type ControllerEvent =
  | { readonly type: 'DeviceChanged'; readonly device_id: number; readonly params: readonly ParamChange[] }
  | { readonly type: 'DeviceListChanged' }
  | ({
      readonly type: 'ActionStatusReport';
      readonly device_id: number;
      readonly method: string;
      /** The arguments as they were received: they tell commands of one method apart. */
      readonly params: Readonly<Record<string, unknown>>;
    } & CommandOutcome);

/**
 * The event of a device that has changed or reported; undefined if nothing differs that an event can express, and nothing was reported
 * again.
 */
export function changeEvent({ before, after, repeated = [] }: ChangedDevice): ControllerEvent | undefined {
  const difference = compareDevices(before, after);
  if (difference === 'structure' || (!difference && repeated.length === 0)) return undefined;
  const names = new Set([...Object.keys(difference?.params ?? {}), ...repeated]);
  const params = [...names].map((name) => ({
    name,
    old_value: before.params[name] ?? null,
    new_value: after.params[name]
  }));
  return { type: 'DeviceChanged', device_id: after.id, params, ...difference?.fields };
}

/** The reply of `GET /poll` [O]: the events, and the `last` of the next request. */
interface EventBatch {
  readonly events: readonly ControllerEvent[];
  readonly last: number;
}

/** Maximum number of events in the log. Clients that are further behind must read the lists again. */
const MAX_EVENTS = 2000;

/** The events of the controller in order. They are numbered from 1. */
export class EventLog {
  readonly #clock: Clock;
  /** Aborts with the next event: polls wait for it. */
  #nextEvent = new AbortController();
  #events: ControllerEvent[] = [];
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
    this.#events.push(event);
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
    this.#release();
  }

  /** Starts again at 0, as after a restart. Waiting polls are answered. */
  reset(): void {
    this.#events = [];
    this.#last = 0;
    this.#release();
  }

  /** Wakes all waiting polls. */
  #release(): void {
    this.#nextEvent.abort();
    this.#nextEvent = new AbortController();
  }

  /** The events after `last`. If they are not in the log, the result is `DeviceListChanged`, so that the client reads the lists again. */
  since(last: number): EventBatch {
    const missed = this.#last - last;
    if (missed < 0 || missed > this.#events.length)
      return { events: [{ type: 'DeviceListChanged' }], last: this.#last };
    return { events: this.#events.slice(this.#events.length - missed), last: this.#last };
  }

  /** Waits for events after `last`. Resolves with none after `ms` milliseconds or an abort. */
  async next(last: number, ms: number, signal: AbortSignal): Promise<EventBatch> {
    if (last === this.#last) await wait(this.#clock, ms, AbortSignal.any([signal, this.#nextEvent.signal]));
    return this.since(last);
  }
}
