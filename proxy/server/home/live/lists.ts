import { Emitter } from '#shared/emitter';
import type { SealedFiles } from '../../base/store/sealed-files';
import type { User } from '../../household/screens/screen';
import { userKey } from './home-listener';
import type { LiveViewer } from './viewer';

/** The controller whose list has changed, and the user if it is a list of one user. */
export type ListChange = Pick<User, 'controller'> & Partial<User>;

/** A list beside the home, such as its scenes, for the live connections. */
export interface LiveList {
  /** The messages with all that a screen may see of the list. The first of them replaces what it knew. */
  whole(viewer: LiveViewer): readonly Buffer[];
  /** Calls back when a list has changed. Returns a function that unsubscribes. */
  onChange(listener: (change: ListChange) => void): () => void;
}

/** What people choose for their homes: a list of each controller, or of each of its users. Each has its own file. */
export abstract class StoredLists<T extends ListChange> {
  readonly #files: SealedFiles<T>;
  readonly #byKey = new Map<string, T>();
  /** Those that were dropped and may still be on the disk. */
  readonly #dropped = new Map<string, ListChange>();
  readonly #changed = new Emitter<ListChange>();
  /** Calls back when a list has changed. */
  readonly onChange = this.#changed.subscribe;

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

  /** Removes a list and its file. Resolves with whether nothing of it is on the disk. */
  protected async drop(of: ListChange): Promise<boolean> {
    const key = keyOf(of);
    this.#dropped.set(key, of);
    if (this.#byKey.delete(key)) this.#changed.emit(of);
    const isGone = await this.#files.remove(key);
    if (isGone) this.#dropped.delete(key);
    return isGone;
  }

  /** Removes all lists of a controller, as `drop` does. Those whose files could not be deleted before are tried again. */
  protected async dropAllOf(controller: string): Promise<boolean> {
    const all = [...this.#byKey, ...this.#dropped].map(([, of]): ListChange => of);
    const dropped = all.filter((of) => of.controller === controller).map((of) => this.drop(of));
    return (await Promise.all(dropped)).every((isGone) => isGone);
  }
}

const keyOf = ({ controller, user }: ListChange) =>
  user === undefined ? controller : userKey({ controller, user });

/**
 * Maximum length of a whole list of a controller, in characters of JSON: it is kept, written for each change, and sent. A household has a
 * tenth of it.
 */
export const MAX_LIST_LENGTH = 250 * 1024;
