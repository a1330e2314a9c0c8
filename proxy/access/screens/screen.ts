import { cleanName } from '../../discovery/reply';
import type { Rights } from '#shared/rights';
import type { CameIn } from '#shared/household';
import type { PinHash } from './pin-hash';

/** One browser that is signed in to one controller as one user. Signing in again makes a new screen. */
export interface Screen {
  /** For lists and URLs. It gives no access. */
  readonly id: string;
  /** Never empty. */
  readonly name: string;
  /** The controller's id. */
  readonly controller: string;
  readonly user: string;
  /** When it last sent something, in ms since the epoch. */
  readonly lastSeen: number;
  /** Whether it stays signed in as long as it is used. */
  readonly kept: boolean;
  readonly rights: Rights;
  /** Whether the controller ended its user's sign-in. A locked screen has no access until somebody unlocks it. */
  readonly locked: boolean;
  /** Its PIN; null if it has none. */
  readonly pin: PinHash | null;
  /** Its browser and system when it signed in; undefined if unknown. */
  readonly browser?: string | undefined;
  /** How it signed in; null if an older version signed it in. */
  readonly cameIn: CameIn | null;
  /** The `seq` up to which it has seen the household's activity. */
  readonly seenActivity: number;
}

/** A new screen. By default it signed in by a password, has the whole home, manages nothing, has no PIN,
 * and has seen no activity. */
export type NewScreen = Pick<Screen, 'name' | 'controller' | 'user' | 'kept'> &
  Partial<Pick<Screen, 'rights' | 'seenActivity' | 'browser'>> & {
    readonly cameIn?: Omit<CameIn, 'at'> | null;
  };

/** Name of a screen that gives none. */
const NAMELESS = 'Phone or tablet';

/** The name of a screen. It is never empty. */
export const nameOf = (name: string): string => (cleanName(name) === '' ? NAMELESS : name.trim());

/** The name of a new screen: as typed, else its kind, with a number from 2 if one of `names` is that already. */
export function nameOfNew(typed: string, kind: string, names: readonly string[]): string {
  if (cleanName(typed) !== '') return typed;
  const name = nameOf(kind);
  let free = name;
  for (let number = 2; names.includes(free); number++) free = `${name} ${number}`;
  return free;
}
