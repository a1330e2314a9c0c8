/** The entries of the store: the home, the session and the layout. */
export const STORE_NAMES = ['home', 'session', 'layout'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/**
 * Stores values for the next visit, as far as the browser allows. Nothing here rejects: a value that cannot be read is undefined, one
 * that cannot be written is dropped, and `isPersisted` is false then. Values are untrusted: another version may have written them.
 */
export interface Store {
  /** Whether the last read or write succeeded. */
  readonly isPersisted: boolean;
  read(name: StoreName): Promise<unknown>;
  write(name: StoreName, value: unknown): Promise<void>;
  /** Empties every entry. */
  wipe(): Promise<void>;
}
