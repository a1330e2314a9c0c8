/** What a browser keeps of a home, one entry each: the home itself, who is signed in, and the layout. */
export const STORE_NAMES = ['home', 'session', 'layout'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/**
 * Keeps values for the next visit, as well as the browser lets it. Nothing here rejects: what cannot be read is undefined, what
 * cannot be written is not, and `isPersisted` tells. What is read is untrusted: another version may have written it.
 */
export interface Store {
  /** Whether the last use went well. */
  readonly isPersisted: boolean;
  read(name: StoreName): Promise<unknown>;
  write(name: StoreName, value: unknown): Promise<void>;
  /** Empties every entry. */
  wipe(): Promise<void>;
}
