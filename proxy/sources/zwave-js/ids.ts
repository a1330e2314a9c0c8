import * as v from 'valibot';

/** The stored format: every id that is in use, and the next one. Ids are never used twice. */
export const idsSchema = v.object({ next: v.number(), used: v.record(v.string(), v.number()) });
export type StoredIds = v.InferOutput<typeof idsSchema>;

/** The ids before the first device. */
export const NO_IDS: StoredIds = { next: 1, used: {} };

/** Maximum number of ids in use. */
const MAX_IDS = 20_000;

/** The ids of sections, rooms and devices. An id is retired for ever when what has it is gone, or is another product. */
export class Ids {
  readonly #used: Map<string, number>;
  readonly #save: (ids: StoredIds) => void;
  #next: number;
  #isChanged = false;

  constructor({ next, used }: StoredIds, save: (ids: StoredIds) => void) {
    this.#next = next;
    this.#used = new Map(Object.entries(used));
    this.#save = save;
  }

  /** The id of a key: the same one as before, or a new one. */
  of(key: string): number {
    const known = this.#used.get(key);
    if (known !== undefined || this.#used.size >= MAX_IDS) return known ?? 0;
    const id = this.#next++;
    this.#used.set(key, id);
    this.#isChanged = true;
    return id;
  }

  /** Whether a key has an id. */
  has(key: string): boolean {
    return this.#used.has(key);
  }

  /** The keys that start with a text. */
  startingWith(start: string): string[] {
    return [...this.#used.keys()].filter((key) => key.startsWith(start));
  }

  /** Gives a key the id that another one has, which has none from then on. */
  rename(from: string, to: string) {
    const id = this.#used.get(from);
    if (id === undefined) return;
    this.#used.delete(from);
    this.#used.set(to, id);
    this.#isChanged = true;
  }

  /** Retires the id of a key, if it has one. */
  drop(key: string) {
    if (this.#used.delete(key)) this.#isChanged = true;
  }

  /** Whether half of the ids are in use: no home has so many, but a server that renames its values again and again uses them up. */
  get isHalfFull(): boolean {
    return this.#used.size > MAX_IDS / 2;
  }

  /** Retires the ids that are chosen by their keys or by themselves. */
  retire(isChosen: (key: string, id: number) => boolean) {
    for (const [key, id] of [...this.#used])
      if (isChosen(key, id)) {
        this.#used.delete(key);
        this.#isChanged = true;
      }
  }

  /** Stores what has changed. */
  save() {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    this.#save({ next: this.#next, used: Object.fromEntries(this.#used) });
  }
}
