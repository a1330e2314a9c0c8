import { isRecord } from '#shared/home';
import type { Namesake } from '#shared/wire-fields';
import { parseRecord } from '../preferences/persisted.svelte';
import { HOMES, LAST_HOME, type Settings } from '../preferences/settings';

/** A home of this browser. */
export interface KnownHome {
  /** The id of its controller. */
  readonly id: string;
  readonly name: string;
  /** What tells it from a home of the same name. */
  readonly namesake?: Namesake | undefined;
  /** Present from a sign-out until it is complete: the proxy has to revoke the cookie, or only data has to be deleted. */
  readonly leaving?: 'revoke' | 'wipe' | undefined;
  /**
   * True once its session has ended without a sign-out here. Id and name are all that is kept of it then, so that nobody takes another home of
   * that name for this one.
   */
  readonly ended?: true | undefined;
}

const isHome = (home: unknown): home is KnownHome => isRecord(home) && typeof home['id'] === 'string';

/** Reads the homes of this browser, in the order in which they were added. */
export function readHomes(settings: Settings): readonly KnownHome[] {
  const { homes } = parseRecord(settings.read(HOMES));
  return Array.isArray(homes) ? homes.filter(isHome) : [];
}

/** Whether a home is signed in to. */
export const isSignedIn = ({ leaving, ended }: KnownHome): boolean => !leaving && !ended;

/**
 * The home that a start shows: what its address names, else the last one of its tab or of the browser, or the first one, if it is signed
 * in to; null if there is none.
 */
export function homeAtStart(
  named: string | undefined,
  { settings, tab }: { readonly settings: Settings; readonly tab: Settings }
): string | null {
  const homes = readHomes(settings).filter(isSignedIn);
  const find = (id: string | null) => homes.find((home) => home.id === id);
  const last = find(tab.read(LAST_HOME)) ?? find(settings.read(LAST_HOME)) ?? homes[0];
  return named ?? last?.id ?? null;
}
