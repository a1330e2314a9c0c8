import { isSame } from '#shared/changes';
import { isRecord, type Home } from '#shared/home';
import type { Layout } from '#shared/layout';
import type { Scene } from '#shared/scenes';
import type { TouchRule } from '#shared/touch';
import type { Session } from '#shared/wire';

/** What a screen sees of a home. A cached record is shown only to a session that sees the same. */
export interface Owner {
  /** The controller's id. */
  readonly controller: string;
  /** The ids of its rooms; null for all. */
  readonly rooms: readonly number[] | null;
}

/** Returns what a session sees. */
export const ownerOf = ({ controller, rights }: Session): Owner => ({
  controller: controller.id,
  rooms: rights.rooms
});

/** Whether something belongs to what a session sees: a cached record, or what another session saw. */
export const isOf = ({ controller, rooms }: Owner, session: Session): boolean =>
  isSame({ controller, rooms }, ownerOf(session));

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
