import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { succeed } from '#shared/errors';
import {
  FORMAT_FILE,
  formatOf,
  whyUnreadable,
  type ReadableFormats
} from '../../server/base/store/folder-format';
import { readArchive } from '../backup/archive';
import { backUpAndKeep, readSettled } from '../backup/back-up';
import { changesSince } from '../backup/stored-files';
import type { Terminal } from '../cli/terminal';
import { UPDATE_UNIT } from '../service/service';
import { asRoot, at, pointTo, refuse, systemctl, versionAt, type Changed } from '../service/system';
import { PATHS } from '../service/system-files';
import { isReadyAs, readNote, whyNotSteady, writeNote, type FinishDeps } from './finish';
import {
  describeVersion,
  folderOf,
  formatsOf,
  unpackVersion,
  whyUnreadableBy,
  type Current
} from './new-version';

/** Backups of before updates that are kept. */
const MAX_BACKUPS = 3;

/** What an update depends on. */
export interface UpdateDeps extends FinishDeps {
  readonly dataDir: string;
  /** Address of the service's readiness check. */
  readonly readyUrl: string;
  /** Current time, in ms. */
  readonly now: number;
  /** Whether every question is answered with yes. */
  readonly isSure: boolean;
  /** Asks the owner; null if there is nobody to ask. */
  readonly terminal: Pick<Terminal, 'askYes'> | null;
}

/**
 * Updates the installed service to an archive: checks it, unpacks it beside the version that runs, backs up the data, notes what begins, and
 * lets the unit of updates do the rest. Until the note nothing has changed.
 */
export const update = (archive: string, deps: UpdateDeps): Promise<Changed> =>
  change(deps, async (current) => {
    const { print, readyUrl } = deps;
    const unpacked = await unpackVersion(archive, current, deps, (question) => confirm(question, deps));
    if (!unpacked.ok) return unpacked;
    if (unpacked.value !== current.name) return begin(current, unpacked.value, null, deps);
    const isReady = await isReadyAs(current.version, readyUrl);
    const why = isReady ? undefined : await whyNotSteady(current.name, readyUrl, deps);
    const text = `Mantel ${current.version} of this archive`;
    if (why !== undefined) return refuse(`${text} is installed. ${why} \`mantel update --back\` goes back.`);
    print(`${text} runs already.\n`);
    return succeed(undefined);
  });

/** Goes back to the version before, which is kept: with the data of now if it can read them, else with the newest backup that it can. */
export const goBack = (deps: UpdateDeps): Promise<Changed> =>
  change(deps, async (current) => {
    const name = (await versionAt(deps, PATHS.former)) ?? current.name;
    const former = name === current.name ? undefined : await describeVersion(folderOf(deps, name));
    if (!former)
      return refuse('No version before this one is kept: run `mantel update <archive>` with its archive.');
    const unreadable = whyUnreadableBy(former, current.format);
    if (unreadable === undefined) return begin(current, name, null, deps);
    const backup = await newestBackup(formatsOf(former), at(deps, PATHS.updateBackups));
    if (!backup) return refuse(`${unreadable} Nor can it read a backup in ${PATHS.updateBackups}.`);
    const lost = changesSince(backup.contents, await readSettled(deps.dataDir));
    const question = `Mantel ${former.version} cannot read the data of now. ${backup.file} comes back. Lost is what changed since: ${lost}.`;
    const confirmed = await confirm(question, deps);
    return confirmed.ok ? begin(current, name, backup.file, deps) : confirmed;
  });

/** Makes a change to what runs. An update that is not finished is finished first. */
async function change(deps: UpdateDeps, work: (current: Current) => Promise<Changed>): Promise<Changed> {
  // An installed version is in `<base>/versions/<name>`.
  if (basename(dirname(deps.packageFolder)) !== 'versions')
    return refuse(
      'This copy is not installed as a service. In a checkout, run `git pull` and start Mantel again. Otherwise unpack the new archive beside this one, stop this one, and start that one.'
    );
  return asRoot(deps, 'The update failed', async () => {
    if (await readNote(deps.root)) {
      deps.print('An earlier update is finished or taken back first.\n');
      const failed = await systemctl(deps, ['start', UPDATE_UNIT]);
      if (failed !== undefined) return refuse(failed);
    }
    const name = (await versionAt(deps, PATHS.current)) ?? '';
    const description = await describeVersion(folderOf(deps, name));
    if (!description) return refuse(`No version is at ${PATHS.current}: run \`mantel service install\`.`);
    const format = await formatOf(deps.dataDir);
    return work({ version: description.version, name, format });
  });
}

/** Asks whether to go on. Without a terminal only `--yes` says so. */
async function confirm(question: string, { isSure, terminal, print }: UpdateDeps): Promise<Changed> {
  if (isSure) print(`${question}\n`);
  else if (!terminal) return refuse(`${question} Run this on a terminal, or add --yes.`);
  else if ((await terminal.askYes(`${question} Go on? [y/N] `)) !== true)
    return refuse('Nothing has changed.');
  return succeed(undefined);
}

/**
 * Backs up the data, notes that the next version takes over, and waits for the unit that does it.
 * @param restore the backup that it starts with; null for the data of now
 */
async function begin(
  { name: former }: Current,
  next: string,
  restore: string | null,
  deps: UpdateDeps
): Promise<Changed> {
  const { dataDir, now, print, readyUrl, root } = deps;
  const folder = at(deps, PATHS.updateBackups);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const passphrase = async () => succeed(null);
  // The backup that is restored is kept too.
  const keep = MAX_BACKUPS + Number(restore !== null);
  const saved = await backUpAndKeep({ dataDir, folder, keep, now, passphrase });
  if (!saved.ok) return refuse(`Nothing has changed, because no backup was possible. ${saved.error.message}`);
  const backup = saved.value.file;
  const before = (await versionAt(deps, PATHS.former)) ?? null;
  await pointTo(deps, PATHS.former, former);
  await writeNote(root, { former, next, before, dataDir, readyUrl, backup, restore });
  print('The service changes its version. From here on that goes on by itself.\n');
  const failed = await systemctl(deps, ['start', UPDATE_UNIT]);
  if (failed !== undefined) return refuse(`${failed} \`mantel doctor\` says how it stands.`);
  if ((await versionAt(deps, PATHS.current)) !== next)
    return refuse((await readFile(at(deps, PATHS.takenBack), 'utf8')).trim());
  const version = (await describeVersion(folderOf(deps, next)))?.version ?? next;
  print(`Mantel ${version} runs. The version before is kept, and a backup is in ${backup}.\n`);
  return succeed(undefined);
}

/** The newest backup in a folder that a version that reads these formats can read; undefined if there is none. */
async function newestBackup(formats: ReadableFormats, folder: string) {
  for (const name of (await readdir(folder)).sort().reverse()) {
    const file = join(folder, name);
    const read = readArchive(await readFile(file));
    if (read.ok && whyUnreadable(read.value.get(FORMAT_FILE), 'backup', formats) === undefined)
      return { file, contents: read.value };
  }
  return undefined;
}
