import { STORE_NAMES, type Store, type StoreName } from './store';

/** Increase it when the object stores change. Older tabs then work without storage until they are reloaded. */
const VERSION = 1;
/** Milliseconds that opening may take. Some browsers leave the request unanswered. */
const OPEN_TIMEOUT_MS = 1000;

/**
 * A store in IndexedDB. If the database is unavailable, full, blocked, deleted or of a newer version, nothing is
 * stored, and the next call tries again.
 */
export class IndexedStore implements Store {
  readonly #name: string;
  #database: Promise<IDBDatabase> | null = null;
  #isPersisted = true;

  /** @param name the database's name */
  constructor(name = 'mantel') {
    this.#name = name;
  }

  get isPersisted(): boolean {
    return this.#isPersisted;
  }

  read(name: StoreName, home: string): Promise<unknown> {
    return this.#attempt('readonly', async (transaction) => {
      const request: IDBRequest<unknown> = transaction.objectStore(name).get(home);
      await finish(transaction);
      return request.result;
    });
  }

  async write(name: StoreName, home: string, value: unknown): Promise<void> {
    await this.#attempt('readwrite', (transaction) => {
      transaction.objectStore(name).put(value, home);
      return finish(transaction);
    });
  }

  async wipe(home: string): Promise<void> {
    await this.#attempt('readwrite', (transaction) => {
      for (const name of STORE_NAMES) transaction.objectStore(name).delete(home);
      return finish(transaction);
    });
  }

  /** Closes the database. The next call opens it again. */
  close(): void {
    this.#database?.then(
      (database) => database.close(),
      () => undefined
    );
    this.#database = null;
  }

  async #attempt(
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => Promise<unknown>
  ): Promise<unknown> {
    try {
      const database = await withTimeout((this.#database ??= this.#open()));
      const value = await work(database.transaction(STORE_NAMES, mode));
      this.#isPersisted = true;
      return value;
    } catch {
      this.#isPersisted = false;
      return undefined;
    }
  }

  async #open(): Promise<IDBDatabase> {
    try {
      const database = await open(this.#name);
      // A newer version of the app wants to upgrade the database and must not wait for this page.
      database.onversionchange = () => this.close();
      database.onclose = () => {
        this.#database = null;
      };
      return database;
    } catch (cause) {
      this.#database = null;
      throw cause;
    }
  }
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const store of STORE_NAMES)
        if (!result.objectStoreNames.contains(store)) result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('the database does not open', { cause: request.error }));
  });
}

/**
 * Resolves once the transaction is complete; rejects if it is aborted: a full disk is reported only at the end. It is
 * committed explicitly, since a transaction that is not committed is lost when the page is closed.
 */
function finish(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(new Error('the transaction was aborted', { cause: transaction.error }));
    transaction.commit();
  });
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database does not answer')), OPEN_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
