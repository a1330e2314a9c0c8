import { Emitter } from '#shared/emitter';
import type { SealedFiles } from '../store/sealed-files';
import type { ListChange } from './command-messages';

/** What people choose for their homes: a list of each controller, or of each of its users. Each has its own file. */
export abstract class StoredLists<T extends ListChange> {
  readonly #files: SealedFiles<T>;
  readonly #byKey = new Map<string, T>();
  readonly #changed = new Emitter<ListChange>();

  constructor(files: SealedFiles<T>) {
    this.#files = files;
  }

  /** Loads all lists. Must be awaited once, before any other call. Writes nothing. */
  async load() {
    for (const stored of await this.#files.readAll()) this.#byKey.set(keyOf(stored), stored);
  }

  /** Ids of the controllers that have lists. */
  get controllers(): string[] {
    return [...this.#byKey.values()].map(({ controller }) => controller);
  }

  /** Calls back when a list has changed. Returns a function that unsubscribes. */
  onChange(listener: (change: ListChange) => void): () => void {
    return this.#changed.subscribe(listener);
  }

  /** Resolves once a list is on the disk, or with false if that failed. */
  saved(of: ListChange): Promise<boolean> {
    return this.#files.file(keyOf(of)).flush();
  }

  /** A list, if one is stored. */
  protected stored(of: ListChange): T | undefined {
    return this.#byKey.get(keyOf(of));
  }

  /** Replaces a list. The last writer wins. */
  protected keep(list: T) {
    const key = keyOf(list);
    this.#byKey.set(key, list);
    this.#files.file(key).write(list);
    this.#changed.emit(list);
  }
}

const keyOf = ({ controller, user }: ListChange) =>
  user === undefined ? controller : `${controller} ${user}`;
