import { SCREENS_VERSION, storedScreensSchema, type StoredScreens } from '../access/screens/stored-screens';
import { encodeVersioned } from '../store/schema-version';
import { seal, unseal } from '../store/seal';
import { decode } from '../store/sealed-file';
import type { Contents } from './archive';

const SCREENS = 'screens';

/** The screens that a backup signs in again, most recently seen first; undefined if this version cannot read them. */
export function screensIn(contents: Contents, key: Buffer, now: number): StoredScreens | undefined {
  return readScreens(contents, key)
    ?.filter(({ rights }) => rights.until === null || rights.until > now)
    .sort((one, other) => other.lastSeen - one.lastSeen);
}

/** The same contents with no screen signed in. */
export const withoutScreens = (contents: Contents, key: Buffer): Contents => withScreens(contents, key, []);

/** The same contents, with a backup as the sign-in method of each screen. Screens that this version cannot read stay unchanged. */
export function withScreensBroughtBack(contents: Contents, key: Buffer, now: number): Contents {
  const screens = readScreens(contents, key);
  if (!screens || screens.length === 0) return contents;
  const broughtBack = screens.map((screen) => ({
    ...screen,
    cameIn: { ...screen.cameIn, how: 'backup' as const, at: now }
  }));
  return withScreens(contents, key, broughtBack);
}

const withScreens = (contents: Contents, key: Buffer, screens: StoredScreens): Contents =>
  new Map([...contents, [SCREENS, seal(key, SCREENS, encodeVersioned(SCREENS_VERSION, screens))]]);

function readScreens(contents: Contents, key: Buffer): StoredScreens | undefined {
  const file = contents.get(SCREENS);
  if (!file) return [];
  const opened = unseal(key, SCREENS, file);
  const read = opened.ok ? decode(storedScreensSchema, opened.value, SCREENS_VERSION) : opened;
  return read.ok ? read.value : undefined;
}

/** A line of text per screen: its name, its user, and when it was last seen. */
export const linesOf = (screens: StoredScreens): string =>
  screens
    .map(({ name, user, lastSeen }) => {
      const seen = new Date(lastSeen).toISOString().slice(0, 16).replace('T', ' ');
      return `  ${plain(name)} of ${plain(user)}, last seen ${seen} UTC\n`;
    })
    .join('');

/** Removes control characters: a user chose the name, and it must not send escape sequences to the terminal. */
const plain = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim() || '(no name)';
