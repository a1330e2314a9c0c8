import type { Clock } from '../platform/clock';
import { FairQueue, type QueueEntry } from './fair-queue';

/** Whole homes that go out at a time. */
const MAX_SLOTS = 16;

/** Who takes longer goes on without a place, so that a slow reader holds nobody up, in ms. */
const MAX_HOLD_MS = 1_000;

interface Entry extends QueueEntry {
  readonly begin: () => void;
  leave: () => void;
}

/**
 * The places in which whole homes go out, in turns among the screens that wait for one. A home that nobody reads fills the system's buffers
 * all the same: five hundred at once would hold everybody up, and take memory that is not even ours.
 */
export class HomeSlots {
  readonly #clock: Clock;
  readonly #queue = new FairQueue<Entry>();
  #entered = 0;
  #taken = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `begin` once there is a place for a screen's home. What it returns gives the place up, or the wait for it. */
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
