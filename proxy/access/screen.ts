import type { Rights } from '#shared/rights';

/** One browser that is signed in, to one controller as one user. Signing in again makes a new one. */
export interface Screen {
  /** For lists and addresses; it opens nothing. */
  readonly id: string;
  readonly name: string;
  /** The controller's id. */
  readonly controller: string;
  readonly user: string;
  /** When it last spoke to us, in ms since the epoch. */
  readonly lastSeen: number;
  /** Whether it stays signed in for as long as it is seen. */
  readonly kept: boolean;
  readonly rights: Rights;
}

/** What a new screen is made of; it has all rights where none are named. */
export type NewScreen = Pick<Screen, 'name' | 'controller' | 'user' | 'kept'> &
  Partial<Pick<Screen, 'rights'>>;
