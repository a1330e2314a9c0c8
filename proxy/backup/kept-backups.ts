import { fail, succeed, type Result } from '#shared/errors';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../store/error-reason';
import { syncName } from '../store/write-through';
import { backUp } from './back-up';
import type { NoPassphrase } from './passphrase';

/** What a backup that is not complete yet has after its name. */
const UNFINISHED = '.unfinished';

/** The names that Mantel gives: sorted by name, they are sorted by time. */
const NAME = /^mantel-(\d{4}-\d\d-\d\dT)(\d\d-\d\d-\d\d)-(\d{3}Z)\.backup$/;

const nameAt = (now: number) => `mantel-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.backup`;

/** When a backup with a name of Mantel's own was made, in ms since the epoch; undefined for any other file. */
function timeOf(name: string): number | undefined {
  const [, day, time, rest] = NAME.exec(name) ?? [];
  if (day === undefined || time === undefined || rest === undefined) return undefined;
  return Date.parse(`${day}${time.replaceAll('-', ':')}.${rest}`);
}

/** The names of the files in a folder that Mantel named itself, the oldest first. */
async function filesIn(folder: string, isNamed: (name: string) => boolean): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isNamed(entry.name))
    .map(({ name }) => name)
    .sort();
}

/**
 * When the newest complete backup in a folder was made, in ms since the epoch; undefined if there is none.
 * @throws the system's error, if the folder cannot be listed
 */
export async function newestBackupIn(folder: string): Promise<number | undefined> {
  return timeOf((await filesIn(folder, (name) => NAME.test(name))).at(-1) ?? '');
}

/** Options of a backup that replaces the oldest one. */
interface KeptBackupOptions {
  readonly dataDir: string;
  /** The folder of the backups. It must exist: a missing one is often a disk that is not mounted. */
  readonly folder: string;
  /** How many backups stay in it, at least 1. */
  readonly keep: number;
  /** Current time, in ms since the epoch. */
  readonly now: number;
  readonly passphrase: Parameters<typeof backUp>[0]['passphrase'];
}

/** What a backup that was kept left out, and what it replaced. */
interface KeptBackup {
  readonly file: string;
  /** Names of files that were left out because the key does not decrypt them. */
  readonly leftOut: readonly string[];
  /** Number of old backups that were deleted. */
  readonly deleted: number;
}

/**
 * Backs up into a new file of a folder, named after the time. Once it is verified, the oldest backups are deleted until `keep` are left.
 * Only files with such names are deleted, and never the new one, whatever the clock says.
 */
export async function backUpAndKeep(
  options: KeptBackupOptions
): Promise<Result<KeptBackup, 'no-backup' | NoPassphrase>> {
  const { dataDir, folder, keep, now, passphrase } = options;
  const name = nameAt(now);
  const file = join(folder, name);
  try {
    for (const left of await filesIn(folder, isUnfinished)) await rm(join(folder, left));
    const made = await backUp({ dataDir, file: `${file}${UNFINISHED}`, passphrase });
    if (!made.ok) return made;
    await rename(`${file}${UNFINISHED}`, file);
    await syncName(file);
    const others = (await filesIn(folder, (each) => NAME.test(each))).filter((each) => each !== name);
    const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
    for (const each of old) await rm(join(folder, each));
    return succeed({ file, leftOut: made.value, deleted: old.length });
  } catch (error) {
    return fail('no-backup', `The backups in ${folder} could not be renewed: ${reasonOf(error, folder)}.`);
  }
}

/** Whether a name is that of a backup that was interrupted. */
const isUnfinished = (name: string) =>
  name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length));
