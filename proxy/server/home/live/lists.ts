import { Emitter } from '#shared/emitter';
import type { SealedFiles } from '../../base/store/sealed-files';
import type { LiveViewer } from './viewer';

/** The controller whose list has changed. */
export interface ListChange {
  readonly controller: string;
}

/** A list beside the home, such as its scenes, for the live connections. */
export interface LiveList {
  /** The messages with all that a screen may see of the list. The first of them replaces what it knew. */
  whole(viewer: LiveViewer): readonly Buffer[];
  /** Calls back when a list has changed. Returns a function that unsubscribes. */
  onChange(listener: (change: ListChange) => void): () => void;
}

/** What people choose for their homes: a list of each controller. Each has its own file. */
export abstract class StoredLists<T extends ListChange> {
  readonly #files: SealedFiles<T>;
  readonly #byController = new Map<string, T>();
  readonly #changed = new Emitter<ListChange>();
  /** Calls back when a list has changed. */
  readonly onChange = this.#changed.subscribe;

  constructor(files: SealedFiles<T>) {
    this.#files = files;
  }

  /** Loads all lists. Must be awaited once, before any other call. Writes nothing. */
  async load() {
    for (const stored of await this.#files.readAll()) this.#byController.set(stored.controller, stored);
  }

  /** Ids of the controllers that have lists. */
  get controllers(): string[] {
    return [...this.#byController.keys()];
  }

  /** Resolves once the list of a controller is on the disk, or with false if that failed. */
  saved(controller: string): Promise<boolean> {
    return this.#files.file(controller).flush();
  }

  /**
   * Removes the list of a controller that is forgotten, and its file. Resolves with whether nothing of it is on the disk: if not, it can be
   * called again.
   */
  forget(controller: string): Promise<boolean> {
    if (this.#byController.delete(controller)) this.#changed.emit({ controller });
    return this.#files.remove(controller);
  }

  /** The list of a controller, if one is stored. */
  protected stored(controller: string): T | undefined {
    return this.#byController.get(controller);
  }

  /** Replaces a list. The last writer wins. */
  protected keep(list: T) {
    const { controller } = list;
    this.#byController.set(controller, list);
    this.#files.file(controller).write(list);
    this.#changed.emit({ controller });
  }
}

/**
 * Maximum length of a whole list of a controller, in characters of JSON: it is kept, written for each change, and sent. A household has a
 * tenth of it.
 */
export const MAX_LIST_LENGTH = 250 * 1024;
