import { isRecord, type Home } from '#shared/home';
import type { Layout } from '#shared/layout';
import type { Scene } from '#shared/scenes';
import type { TouchRule } from '#shared/touch';
import type { Session } from '#shared/wire';

/** The owner of a cached record. */
export interface Owner {
  /** The controller's id. */
  readonly controller: string;
  readonly user: string;
}

/** A cached home. */
export interface CachedHome extends Owner {
  /** The proxy's revision of the home, sent with the next connection. */
  readonly revision: string;
  /** When it was last known to be current, in ms since the epoch. */
  readonly asOf: number;
  /** How far the controller's clock was ahead, in ms; null if that was not known. */
  readonly clockOffsetMs: number | null;
  readonly home: Home;
  /** What devices do when they are touched, by their ids. */
  readonly touches?: Readonly<Record<string, TouchRule>>;
  /** The armed sensors that did not guard, by their ids. */
  readonly unguarded?: readonly number[];
  /** The scenes that its screen may run. */
  readonly scenes?: readonly Scene[];
}

/** A cached layout of a household. */
export interface CachedLayout extends Owner {
  readonly layout: Layout;
  /** The layout before this screen's last change, if that can be undone. */
  readonly before?: Layout;
}

/** The cached state of an earlier visit; null fields were not cached. */
export interface RestoredState {
  readonly session: Session | null;
  readonly home: CachedHome | null;
  readonly layout: CachedLayout | null;
}

/**
 * Whether all entries were written by this version of the app. Then their shape is known, and the first paint need not
 * wait for the schemas. Entries of other versions are validated.
 */
export function isWrittenBy(
  entries: Readonly<Record<keyof RestoredState, unknown>>,
  version: string | null
): entries is RestoredState {
  return (
    version !== null &&
    Object.values(entries).every(
      (entry) => entry === null || (isRecord(entry) && entry['writtenBy'] === version)
    )
  );
}

/** Whether a cached record belongs to a session's controller and user. */
export function isOf({ controller, user }: Owner, session: Session): boolean {
  return controller === session.controller.id && user === session.user;
}
