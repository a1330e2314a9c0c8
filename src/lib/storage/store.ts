/** The entries of the store. */
export const STORE_NAMES = ['home', 'session', 'layout'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/**
 * Stores values for the next visit, as far as the browser allows. No method rejects: a value that cannot be read is
 * undefined, one that cannot be written is dropped, and `isPersisted` is false then. Values are untrusted, since
 * another version may have written them.
 */
export interface Store {
  /** Whether the last read or write succeeded. */
  readonly isPersisted: boolean;
  read(name: StoreName): Promise<unknown>;
  write(name: StoreName, value: unknown): Promise<void>;
  /** Deletes all entries. */
  wipe(): Promise<void>;
}
