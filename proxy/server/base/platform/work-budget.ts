import type { Clock } from '#shared/clock';

const SECOND_MS = 1_000;
/** The part of all work that is little: a sender whose work took no more of it counts as one that was not seen in that second. */
const LITTLE = 1 / 10;

/**
 * Limits the time of the work that strangers cause, in each second. Half of it is kept for senders of whom little was done in that second, so
 * that one who sends without end does not silence the others.
 */
export class WorkBudget {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #maxMs: number;
  /** The time of the work for each sender in this second, in ms. */
  readonly #spent = new Map<string, number>();
  #begunAt = -Infinity;
  #totalMs = 0;

  /** @param maxMs the time of work in a second, in ms */
  constructor(clock: Pick<Clock, 'monotonic'>, maxMs: number) {
    this.#clock = clock;
    this.#maxMs = maxMs;
  }

  /** Does some work for a sender, unless the time for it is used up. */
  spend(sender: string, work: () => void) {
    const begun = this.#clock.monotonic();
    if (begun - this.#begunAt >= SECOND_MS) {
      this.#begunAt = begun;
      this.#totalMs = 0;
      this.#spent.clear();
    }
    const spentMs = this.#spent.get(sender) ?? 0;
    const isLittle = spentMs <= this.#maxMs * LITTLE;
    if (this.#totalMs >= (isLittle ? this.#maxMs : this.#maxMs / 2)) return;
    try {
      work();
    } finally {
      const tookMs = this.#clock.monotonic() - begun;
      this.#spent.set(sender, spentMs + tookMs);
      this.#totalMs += tookMs;
    }
  }
}
