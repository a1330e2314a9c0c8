import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { isTime } from '#shared/read';

/** Two samples agree if they differ by at most this, in ms: one waited in a queue, or comes from an event of before. */
const AGREEMENT_MS = 10_000;
/** An offset below this, in ms, counts as none. */
const MIN_OFFSET_MS = 90_000;
/** A new offset is reported if it differs from the last one by this, in ms. */
const MIN_CHANGE_MS = 30_000;

/** What samples of one kind say, in ms. */
interface Samples {
  /** The offset of the last one; NaN before it. */
  last: number;
  /** The last offset on which two in a row agreed. */
  agreed?: number;
}

/**
 * How far a controller's clock is ahead of this one. It counts once two samples agree: the `Date` of two answers (RFC 9110
 * §6.6.1), or two trips received live. Trips win, since a controller may send its local time as UNIX time [A] while its `Date` is right.
 */
export class ClockOffset {
  readonly #clock: Clock;
  readonly #dates: Samples = { last: NaN };
  readonly #trips: Samples = { last: NaN };
  readonly #changed = new Emitter<void>();
  /** Calls back when the offset is another one. */
  readonly onChange = this.#changed.subscribe;
  #ms: number | null = null;
  /** The last `Date`, parsed: a controller sends the same one for a second. */
  #date: { readonly text: string; readonly at: number } = { text: '', at: NaN };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** In ms, negative if it is behind; 0 for none worth mentioning, null while it is not known. */
  get ms(): number | null {
    return this.#ms;
  }

  /** An answer had this `Date`. Anything but an HTTP date is ignored. */
  addDate(date: string | undefined) {
    if (!date?.endsWith(' GMT')) return;
    if (date !== this.#date.text) this.#date = { text: date, at: Date.parse(date) };
    this.#add(this.#dates, this.#date.at);
  }

  /** A sensor tripped just now, at this time of the controller in UNIX seconds. */
  addTrip(seconds: number) {
    this.#add(this.#trips, seconds * 1000);
  }

  #add(samples: Samples, at: number) {
    if (!isTime(at)) return;
    const sample = at - this.#clock.now();
    if (Math.abs(sample - samples.last) <= AGREEMENT_MS) samples.agreed = sample;
    samples.last = sample;
    const offset = this.#trips.agreed ?? this.#dates.agreed;
    if (offset === undefined) return;
    const ms = Math.abs(offset) < MIN_OFFSET_MS ? 0 : Math.round(offset);
    if (this.#ms !== null && Math.abs(ms - this.#ms) < MIN_CHANGE_MS) return;
    this.#ms = ms;
    this.#changed.emit();
  }
}
