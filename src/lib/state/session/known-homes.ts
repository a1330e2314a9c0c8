import { isRecord } from '#shared/home';
import { parseRecord } from '../preferences/persisted.svelte';
import { HOMES, LAST_HOME, WALL_SETTING, type Settings } from '../preferences/settings';

/** A home of this browser. */
export interface KnownHome {
  /** The id of its controller. */
  readonly id: string;
  readonly name: string;
  /** Present from a sign-out until it is complete: the proxy has to revoke the cookie, or only data has to be deleted. */
  readonly leaving?: 'revoke' | 'wipe';
}

const isHome = (home: unknown): home is KnownHome =>
  isRecord(home) && typeof home['id'] === 'string' && typeof home['name'] === 'string';

/** Reads the homes of this browser, in the order in which they were added. */
export function readHomes(settings: Settings): readonly KnownHome[] {
  const { homes } = parseRecord(settings.read(HOMES));
  return Array.isArray(homes) ? homes.filter(isHome) : [];
}

/** Whether a home is signed in to. */
export const isSignedIn = ({ leaving }: KnownHome): boolean => !leaving;

/**
 * The home that a start shows: what its address names, else that of the wall, the last one of its tab or of the browser, or the first one,
 * if it is signed in to; null if there is none.
 */
export function homeAtStart(
  named: string | undefined,
  { settings, tab }: { readonly settings: Settings; readonly tab: Settings }
): string | null {
  const homes = readHomes(settings).filter(isSignedIn);
  const { isOn, home } = parseRecord(settings.read(WALL_SETTING));
  const wanted = [isOn && home, tab.read(LAST_HOME), settings.read(LAST_HOME)];
  const [first] = wanted.flatMap((id) => homes.filter((each) => each.id === id)).concat(homes);
  return named ?? first?.id ?? null;
}
