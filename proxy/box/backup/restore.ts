import { join } from 'node:path';
import { KEY_FILE } from '../../server/base/store/data-folder';
import { sealValue, unseal, unsealValue } from '../../server/base/store/seal';
import { storedTimersSchema, TIMERS_FILE, type StoredTimer } from '../../server/base/store/stored-timers';
import { storedScreensSchema, type StoredScreens } from '../../server/household/screens/stored-screens';
import { RECORD_FOLDER } from '../../server/record/recorder';
import { plainName } from '../log';
import type { Contents } from './archive';
import { recordFileOf } from './back-up';

const SCREENS = 'screens';

/** The screens that a backup signs in again, most recently seen first; undefined if this version cannot read them. */
export const screensIn = (contents: Contents, key: Buffer, now: number): StoredScreens | undefined =>
  readScreens(contents, key)
    ?.filter(({ rights }) => rights.until === null || rights.until > now)
    .sort((one, other) => other.lastSeen - one.lastSeen);

/**
 * The files of a backup that are restored, by their paths: all but the timers, because nothing of the past may act by surprise. A screen
 * has the backup as its sign-in method, or is signed out. Screens that this version cannot read stay unchanged.
 * @returns the files, and the timers that were pending
 */
export function toRestore(backup: Contents, key: Buffer, mustEndScreens: boolean, now: number) {
  const broughtBack = readScreens(backup, key)?.map((screen) => ({
    ...screen,
    cameIn: { ...screen.cameIn, how: 'backup' as const, at: now }
  }));
  const screens = mustEndScreens ? [] : broughtBack;
  const contents = new Map(backup.has(SCREENS) && screens ? withScreens(backup, key, screens) : backup);
  contents.delete(TIMERS_FILE);
  for (const [name, sealed] of backup) {
    const file = recordFileOf(name);
    const opened = unseal(key, name, sealed);
    if (file === undefined || !opened.ok) continue;
    contents.delete(name);
    contents.set(join(RECORD_FOLDER, file), opened.value);
  }
  const file = backup.get(TIMERS_FILE);
  const read = file && unsealValue(key, TIMERS_FILE, storedTimersSchema, file);
  const timers = read?.ok === true ? read.value.timers : [];
  return { contents, timers: timers.filter(({ state }) => state === 'pending') };
}

/** The same contents without the screens that have been signed out or locked since, or whose rights have changed, as a folder says today. */
export function withoutEnded(contents: Contents, today: Contents | undefined): Contents {
  const [screens, now] = [contents, today].map((each) => {
    const key = each?.get(KEY_FILE);
    return each && key && readScreens(each, key);
  });
  const key = contents.get(KEY_FILE);
  if (!screens || !now || !key) return contents;
  const rightsOf = ({ id, rights, locked }: StoredScreens[number]) => JSON.stringify([id, rights, locked]);
  const valid = new Set(now.map(rightsOf));
  const left = screens.filter((screen) => valid.has(rightsOf(screen)));
  return withScreens(contents, key, left);
}

/** The same contents with other screens. */
export const withScreens = (contents: Contents, key: Buffer, screens: StoredScreens): Contents =>
  new Map([...contents, [SCREENS, sealValue(key, SCREENS, screens)]]);

function readScreens(contents: Contents, key: Buffer): StoredScreens | undefined {
  const file = contents.get(SCREENS);
  if (!file) return [];
  const read = unsealValue(key, SCREENS, storedScreensSchema, file);
  return read.ok ? read.value : undefined;
}

const lineOf = ({ name, lastSeen }: StoredScreens[number]) =>
  `  ${plainName(name)}, last seen ${timeText(lastSeen)}\n`;

/** A line of text per screen: its name, and when it was last seen. */
export const linesOf = (screens: StoredScreens): string => screens.map(lineOf).join('');

const timerLineOf = ({ label, screenName, at }: StoredTimer) =>
  `  ${plainName(label)}, due ${timeText(at)}, set by ${plainName(screenName)}\n`;

/** A line of text per timer: what it was for, who set it, and when it was due. */
export const timerLinesOf = (timers: readonly StoredTimer[]): string => timers.map(timerLineOf).join('');

/** A time in ms since the epoch, as the owner reads it. */
export const timeText = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
