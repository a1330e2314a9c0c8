import type { Socket } from 'node:net';
import type { Result } from '#shared/errors';

/**
 * Connects to a controller that this process serves. Returns the client's end; null if it is not there, and `changed` if another home
 * is in its place, to which nothing is sent.
 */
export type Dial = () => Socket | 'changed' | null;

/** A controller that this process serves: it has no address. */
export interface InProcessController {
  /** 12 hex digits. */
  readonly id: string;
  readonly name: string;
  readonly dial: Dial;
}

/**
 * A controller that this process serves over another protocol, and that has to be set up once: the person who does that chooses the user
 * name and the password.
 */
export interface ServedController {
  /** The controller, once it is set up. */
  readonly controller: InProcessController | null;
  /** What the last search found, while nothing is set up: its passing id, and where it is, for people. */
  readonly found: { readonly id: string; readonly name: string; readonly address: string } | null;
  /** Calls back with the id of the controller when it is there again. Returns a function that unsubscribes. */
  onBack(listener: (controller: string) => void): () => void;
  /** Looks whether there is something to set up. */
  search(): Promise<void>;
  /**
   * Sets up what was found.
   * @returns `short-password`; `controller-unreachable` if it is gone
   */
  setUp(username: string, password: string): Promise<Result<InProcessController>>;
  /** Takes a set-up back: nobody could sign in. */
  abandon(): Promise<void>;
  stop(): Promise<void>;
}
