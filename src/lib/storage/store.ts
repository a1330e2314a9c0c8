/** The entries of the store. */
export const STORE_NAMES = ['home', 'session', 'layout'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/**
 * Stores values of each home for the next visit, by the id of its controller, as far as the browser allows. No method rejects: a value that
 * cannot be read is undefined, one that cannot be written is dropped, and `isPersisted` is false then. Values are untrusted, since another
 * version may have written them.
 */
export interface Store {
  /** Whether the last read or write succeeded. */
  readonly isPersisted: boolean;
  read(name: StoreName, home: string): Promise<unknown>;
  write(name: StoreName, home: string, value: unknown): Promise<void>;
  /** Deletes all entries of a home. */
  wipe(home: string): Promise<void>;
}
