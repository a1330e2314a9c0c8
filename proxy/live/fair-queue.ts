/** What waits for its turn. */
export interface QueueEntry {
  /** Of one key only the newest waits. */
  readonly key: string;
  /** Whose it is. */
  readonly screen: string;
}

/**
 * Waiting entries, of which each screen's first has its turn before any screen's second: whoever waits for one thing is not held up by
 * who waits for two hundred.
 */
export class FairQueue<Entry extends QueueEntry> {
  /** By screen, in the order of their turns; each screen's by key, in the order of their coming. */
  readonly #byScreen = new Map<string, Map<string, Entry>>();
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** The entry of a key, whoever's it is. */
  find(key: string): Entry | undefined {
    for (const entries of this.#byScreen.values()) {
      const entry = entries.get(key);
      if (entry) return entry;
    }
    return undefined;
  }

  /** Has an entry wait. One of the same key and screen gives its place to it; one of another screen is to be removed before. */
  add(entry: Entry) {
    const entries = this.#byScreen.get(entry.screen) ?? new Map<string, Entry>();
    this.#byScreen.set(entry.screen, entries);
    if (!entries.has(entry.key)) this.#size++;
    entries.set(entry.key, entry);
  }

  /** Takes an entry out; false where it does not wait any more. */
  remove(entry: Entry): boolean {
    const entries = this.#byScreen.get(entry.screen);
    if (entries?.get(entry.key) !== entry) return false;
    entries.delete(entry.key);
    if (entries.size === 0) this.#byScreen.delete(entry.screen);
    this.#size--;
    return true;
  }

  /** An entry's turn has come: it is taken out, and its screen's next turn is behind all others'. */
  take(entry: Entry) {
    this.remove(entry);
    const rest = this.#byScreen.get(entry.screen);
    if (!rest) return;
    this.#byScreen.delete(entry.screen);
    this.#byScreen.set(entry.screen, rest);
  }

  /** All, in the order in which screens have their turns. */
  *[Symbol.iterator](): Generator<Entry> {
    for (const entries of [...this.#byScreen.values()]) yield* [...entries.values()];
  }

  /** The newest entry of the screen that has most waiting. */
  newestOfMost(): Entry | undefined {
    const [most] = [...this.#byScreen.values()].sort((one, other) => other.size - one.size);
    return [...(most?.values() ?? [])].at(-1);
  }
}
