import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { systemClock } from '#shared/clock';
import { succeed, type Failure } from '#shared/errors';
import { KEY_FILE, makeFolder, prepareFolder } from '../../server/base/store/data-folder';
import { ifThere, reasonOf } from '../../server/base/store/errors';
import { FORMAT_FILE, whyUnreadable } from '../../server/base/store/folder-format';
import { LOCKS, lockFolder } from '../../server/base/store/folder-lock';
import { replaceFile } from '../../server/base/store/replace-file';
import type { StoredScreens } from '../../server/household/screens/stored-screens';
import { makeSetupCode } from '../cli/make-setup-code';
import type { Options } from '../cli/options';
import type { Terminal } from '../cli/terminal';
import { isSealed, openArchive, type Contents } from './archive';
import { backUp, backUpAndKeep, sharedFolder } from './back-up';
import { knownPassphrase, newPassphrase } from './passphrase';
import { linesOf, screensIn, timerLinesOf, toRestore } from './restore';

/** Input of `backup` and `restore`. */
interface BackupCommand {
  /** The backup; with `keep`, the folder of the backups. */
  readonly file: string;
  /** Current time, in ms since the epoch. */
  readonly now: number;
  readonly options: Pick<Options, 'dataDir' | 'keep' | 'plain' | 'passphraseFile' | 'yes'> &
    Partial<Pick<Options, 'withRecord'>>;
  readonly terminal: Terminal | null;
  /** Gives up root when the files of root are read, before anything of a backup is decoded or restored. */
  readonly becomeOwner?: () => Promise<void>;
  /** Prints a message for the owner. */
  readonly print: (text: string) => void;
}

/** Undefined on success, else the failure with a sentence for the owner. */
type Outcome = Promise<Failure<string> | undefined>;

/** Runs `backup`. */
export async function makeBackup({ file, now, options, terminal, print }: BackupCommand): Outcome {
  const { dataDir, keep, plain, passphraseFile, withRecord = false } = options;
  const passphrase = async () => (plain ? succeed(null) : newPassphrase({ file: passphraseFile, terminal }));
  const made =
    keep === undefined
      ? await backUp({ dataDir, file, withRecord, passphrase })
      : await backUpAndKeep({ dataDir, folder: file, keep, now, withRecord, passphrase });
  if (!made.ok) return made.error;
  const { leftOut, deleted } = made.value;
  for (const name of leftOut) print(`Left out because the key does not decrypt it: ${name}\n`);
  print(`Backed up ${dataDir} to ${made.value.file}.\n`);
  const shared = process.geteuid?.() === 0 ? await sharedFolder(dirname(made.value.file), 0) : undefined;
  if (shared !== undefined) print(`${shared}\n`);
  if (deleted > 0) print(`Deleted the oldest: ${deleted}.\n`);
  return undefined;
}

/**
 * Runs `restore`, into a new or empty data folder. After a power cut no incomplete restore is used: the folder gets its key last. On failure
 * nothing is changed. Then it prints a setup code: no screen of the backup may be at hand.
 */
export async function restoreBackup(command: BackupCommand): Outcome {
  const { file, now, options, terminal, becomeOwner, print } = command;
  const { dataDir, passphraseFile } = options;
  try {
    const backup = await readFile(file);
    if ((await namesIn(dataDir)).length > 0) return refuse(`The data folder ${dataDir} ${NOT_EMPTY}`);
    const secret = isSealed(backup)
      ? await knownPassphrase({ file: passphraseFile, terminal })
      : succeed(null);
    if (!secret.ok) return secret.error;
    await becomeOwner?.();
    const read = await openArchive(backup, secret.value);
    if (!read.ok) return refuse(`${file} ${read.error.message}.`);
    const unreadable = whyUnreadable(read.value.get(FORMAT_FILE), 'backup');
    if (unreadable !== undefined) return refuse(`${file} ${unreadable}.`);

    const key = read.value.get(KEY_FILE) ?? Buffer.alloc(0);
    const mustEnd = await askToEnd(screensIn(read.value, key, now), command);
    if (mustEnd === undefined) return refuse('Nothing was restored.');
    const { contents, timers } = toRestore(read.value, key, mustEnd, now);
    const unfit = await fill(resolve(dataDir), contents);
    if (unfit !== undefined) return refuse(`The data folder ${dataDir} ${unfit}`);
    print(`Restored ${contents.size} files into ${dataDir}.\n`);
    if (timers.length > 0) print(`These timers are left out:\n${timerLinesOf(timers)}`);
    await printSetupCode(dataDir, print);
    return undefined;
  } catch (error) {
    return refuse(`Nothing was restored: ${reasonOf(error, file)}.`);
  }
}

/** A restore is good without a code too: the owner can make one. */
async function printSetupCode(dataDir: string, print: BackupCommand['print']) {
  const made = await makeSetupCode(dataDir, systemClock, true);
  print(
    made.ok
      ? `A setup code, good once, within 15 minutes of the next start:\n  ${made.value}\n`
      : `No setup code was made. \`mantel setup-code\` makes one once Mantel runs. ${made.error.message}\n`
  );
}

const refuse = (message: string): Failure<'no-restore'> => ({ code: 'no-restore', message });

/**
 * Lists the screens that would be signed in again, and asks whether to end them. Without a terminal, only the option ends them.
 * @param screens undefined if this version cannot read them
 * @returns undefined to cancel the restore
 */
async function askToEnd(screens: StoredScreens | undefined, { options, terminal, print }: BackupCommand) {
  if (screens?.length === 0) return false;
  if (options.yes) {
    print('All screens of the backup are signed out.\n');
    return true;
  }
  print(screens ? `These screens are signed in again:\n${linesOf(screens)}` : UNKNOWN_SCREENS);
  if (terminal) return terminal.askYes('Sign all of them out? [y/N] ');
  print('--yes signs them out.\n');
  return false;
}

const UNKNOWN_SCREENS =
  'Screens are signed in again, but their names cannot be read: another version of Mantel stored them.\n';

const NOT_EMPTY = 'is not empty: move it away, or name another with --data-dir.';

/** The names in a folder, without the locks; none if the folder does not exist. */
const namesIn = async (folder: string) =>
  ((await ifThere(readdir(folder))) ?? []).filter((name) => name !== LOCKS);

/**
 * Fills a new or empty folder. An empty one cannot be replaced by a rename: it may be a mount point, or its parent may not be writable.
 * @returns why the folder cannot be used, as the end of a sentence; undefined on success
 */
async function fill(folder: string, contents: Contents): Promise<string | undefined> {
  const unfit = await prepareFolder(folder);
  if (unfit !== undefined) return unfit;
  // If the file system does not support the lock, the owner must make sure that no other process uses the folder.
  const locked = await lockFolder(folder).catch(() => succeed(async () => {}));
  if (!locked.ok) return locked.error.message;
  try {
    // Another process may have written before the lock.
    if ((await namesIn(folder)).length > 0) return NOT_EMPTY;
    await writeAll(folder, contents);
    return undefined;
  } finally {
    await locked.value();
  }
}

/** Writes the key last, because a folder without it is not used. If a write fails, deletes all written files. */
async function writeAll(folder: string, contents: Contents) {
  const last = ([name]: readonly [string, Buffer]) => Number(name === KEY_FILE);
  const files = [...contents].sort((one, other) => last(one) - last(other));
  try {
    for (const [name, content] of files) {
      await makeFolder(dirname(join(folder, name)));
      await replaceFile(join(folder, name), content);
    }
  } catch (error) {
    for (const [name] of files) await rm(join(folder, name), { force: true });
    throw error;
  }
}
