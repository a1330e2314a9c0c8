import { storedScreensSchema, type StoredScreens } from '../access/screens/stored-screens';
import { seal, unseal } from '../store/seal';
import { decode } from '../store/sealed-file';
import type { Contents } from './archive';

const SCREENS = 'screens';

/** The screens that a backup signs in again, the last seen first; undefined where this version cannot tell. */
export function screensIn(contents: Contents, key: Buffer, now: number): StoredScreens | undefined {
  return readScreens(contents, key)
    ?.filter(({ rights }) => rights.until === null || rights.until > now)
    .sort((one, other) => other.lastSeen - one.lastSeen);
}

/** The same, and no screen is signed in. */
export const withoutScreens = (contents: Contents, key: Buffer): Contents => withScreens(contents, key, []);

/** The same, and its screens say that a backup brought them back. What this version cannot read stays as it is. */
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
  new Map([...contents, [SCREENS, seal(key, SCREENS, Buffer.from(JSON.stringify(screens)))]]);

function readScreens(contents: Contents, key: Buffer): StoredScreens | undefined {
  const file = contents.get(SCREENS);
  if (!file) return [];
  const opened = unseal(key, SCREENS, file);
  const read = opened.ok ? decode(storedScreensSchema, opened.value) : opened;
  return read.ok ? read.value : undefined;
}

/** A line for each screen: its name, its user, and when it was last seen. */
export const linesOf = (screens: StoredScreens): string =>
  screens
    .map(({ name, user, lastSeen }) => {
      const seen = new Date(lastSeen).toISOString().slice(0, 16).replace('T', ' ');
      return `  ${plain(name)} of ${plain(user)}, last seen ${seen} UTC\n`;
    })
    .join('');

/** Whoever signed in chose the name: nothing in it may command the terminal. */
const plain = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim() || '(no name)';
