/** An entry of a fair queue. */
export interface QueueEntry {
  /** Only the newest entry of a key waits. */
  readonly key: string;
  /** Id of the screen that it belongs to. */
  readonly screen: string;
}

/**
 * Queue that is fair among screens: each screen's first entry comes before any screen's second. A screen with one entry does not wait for
 * a screen with two hundred.
 */
export class FairQueue<Entry extends QueueEntry> {
  /** By screen, in the order of their turns; the entries of a screen by key, in the order in which they were added. */
  readonly #byScreen = new Map<string, Map<string, Entry>>();
  #size = 0;

  /** Number of entries. */
  get size(): number {
    return this.#size;
  }

  /** The entry of a key, of any screen. */
  find(key: string): Entry | undefined {
    for (const entries of this.#byScreen.values()) {
      const entry = entries.get(key);
      if (entry) return entry;
    }
    return undefined;
  }

  /** Adds an entry. It replaces one of the same key and screen; remove one of another screen first. */
  add(entry: Entry) {
    const entries = this.#byScreen.get(entry.screen) ?? new Map<string, Entry>();
    this.#byScreen.set(entry.screen, entries);
    if (!entries.has(entry.key)) this.#size++;
    entries.set(entry.key, entry);
  }

  /** Removes an entry. Returns false if it was not in the queue. */
  remove(entry: Entry): boolean {
    const entries = this.#byScreen.get(entry.screen);
    if (entries?.get(entry.key) !== entry) return false;
    entries.delete(entry.key);
    if (entries.size === 0) this.#byScreen.delete(entry.screen);
    this.#size--;
    return true;
  }

  /** Removes an entry whose turn has come, and puts its screen behind all others. */
  take(entry: Entry) {
    this.remove(entry);
    const rest = this.#byScreen.get(entry.screen);
    if (!rest) return;
    this.#byScreen.delete(entry.screen);
    this.#byScreen.set(entry.screen, rest);
  }

  /** All entries, in the order of the screens' turns. */
  *[Symbol.iterator](): Generator<Entry> {
    for (const entries of [...this.#byScreen.values()]) yield* [...entries.values()];
  }

  /** The newest entry of the screen with most entries. */
  newestOfMost(): Entry | undefined {
    const [most] = [...this.#byScreen.values()].sort((one, other) => other.size - one.size);
    return [...(most?.values() ?? [])].at(-1);
  }
}
