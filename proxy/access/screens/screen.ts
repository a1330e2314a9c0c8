import { cleanName } from '../../discovery/reply';
import type { Rights } from '#shared/rights';
import type { CameIn } from '#shared/household';

/** One browser that is signed in, to one controller as one user. Signing in again makes a new one. */
export interface Screen {
  /** For lists and addresses; it opens nothing. */
  readonly id: string;
  /** Never empty. */
  readonly name: string;
  /** The controller's id. */
  readonly controller: string;
  readonly user: string;
  /** When it last spoke to us, in ms since the epoch. */
  readonly lastSeen: number;
  /** Whether it stays signed in for as long as it is seen. */
  readonly kept: boolean;
  readonly rights: Rights;
  /** Whether the controller ended its user's sign-in: it gets nothing until somebody lets it back in. */
  readonly locked: boolean;
  /** How it came in; null where an older version let it in. */
  readonly cameIn: CameIn | null;
  /** The `seq` up to which the household's activity was seen on it. */
  readonly seenActivity: number;
}

/**
 * What a new screen is made of; by default it came by a password, has the whole home, manages nothing, and has seen no activity.
 */
export type NewScreen = Pick<Screen, 'name' | 'controller' | 'user' | 'kept'> &
  Partial<Pick<Screen, 'rights' | 'seenActivity'>> & { readonly cameIn?: Omit<CameIn, 'at'> | null };

/** What a screen is called that gave itself no name. */
const NAMELESS = 'Phone or tablet';

/** The name of a screen, which is never empty. */
export const nameOf = (name: string): string => (cleanName(name) === '' ? NAMELESS : name.trim());
