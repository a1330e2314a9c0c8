import type { Clock } from '#shared/clock';
import { FairQueue, type QueueEntry } from './fair-queue';

/** Maximum number of whole homes that are sent at the same time. */
const MAX_SLOTS = 16;

/** A slot is free again after this time, in ms, even if the home is still being sent: a slow reader must not block others. */
const MAX_HOLD_MS = 1_000;

interface Entry extends QueueEntry {
  readonly begin: () => void;
  leave: () => void;
}

/**
 * Limits how many whole homes are sent at once, fairly among the screens that wait. A home that nobody reads still fills the system's
 * buffers: five hundred at once would delay everybody and take memory outside this process.
 */
export class HomeSlots {
  readonly #clock: Clock;
  readonly #queue = new FairQueue<Entry>();
  #entered = 0;
  #taken = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `begin` once there is a slot for a screen's home. Returns a function that releases the slot, or stops waiting for it. */
  enter(screen: string, begin: () => void): () => void {
    const entry: Entry = {
      key: String(this.#entered++),
      screen,
      begin,
      leave: () => void this.#queue.remove(entry)
    };
    this.#queue.add(entry);
    this.#fill();
    return () => entry.leave();
  }

  #fill() {
    while (this.#taken < MAX_SLOTS) {
      const [next] = this.#queue;
      if (!next) return;
      this.#queue.take(next);
      this.#hold(next);
      next.begin();
    }
  }

  #hold(entry: Entry) {
    this.#taken++;
    const leave = () => {
      cancel();
      entry.leave = () => undefined;
      this.#taken--;
      this.#fill();
    };
    const cancel = this.#clock.after(MAX_HOLD_MS, leave);
    entry.leave = leave;
  }
}
