import { openDB, type IDBPDatabase } from 'idb';
import { STORE_NAMES, type Store, type StoreName } from './store';

/** Raise it when the object stores change; older tabs then work from memory until they are reloaded. */
const VERSION = 1;
const KEY = 'current';
/** Milliseconds that opening may take: engines are known to leave the request unanswered. */
const PATIENCE_MS = 1000;

/** A store in IndexedDB. Absent, full, blocked, evicted or newer: it keeps nothing, and tries anew at the next use. */
export class IndexedStore implements Store {
  readonly #name: string;
  #database: Promise<IDBPDatabase> | null = null;
  #isKept = true;

  /** @param name The database's name. */
  constructor(name = 'mantel') {
    this.#name = name;
  }

  get isKept(): boolean {
    return this.#isKept;
  }

  read(name: StoreName): Promise<unknown> {
    return this.#attempt((database) => database.get(name, KEY));
  }

  async write(name: StoreName, value: unknown): Promise<void> {
    await this.#attempt((database) => database.put(name, value, KEY));
  }

  async wipe(): Promise<void> {
    await this.#attempt((database) => {
      const transaction = database.transaction(STORE_NAMES, 'readwrite');
      return Promise.all([
        ...STORE_NAMES.map((name) => transaction.objectStore(name).clear()),
        transaction.done
      ]);
    });
  }

  /** Lets go of the database; the next use opens it again. */
  close(): void {
    this.#database?.then(
      (database) => database.close(),
      () => undefined
    );
    this.#database = null;
  }

  async #attempt(work: (database: IDBPDatabase) => Promise<unknown>): Promise<unknown> {
    try {
      const value = await work(await withPatience(this.#open()));
      this.#isKept = true;
      return value;
    } catch {
      this.#isKept = false;
      return undefined;
    }
  }

  #open(): Promise<IDBPDatabase> {
    this.#database ??= openDB(this.#name, VERSION, {
      upgrade(database) {
        for (const name of STORE_NAMES)
          if (!database.objectStoreNames.contains(name)) database.createObjectStore(name);
      },
      // A newer version of the app wants to change the database: it must not wait for this page.
      blocking: () => this.close(),
      terminated: () => {
        this.#database = null;
      }
    }).catch((cause: unknown) => {
      this.#database = null;
      throw cause;
    });
    return this.#database;
  }
}

function withPatience<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database does not answer')), PATIENCE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
