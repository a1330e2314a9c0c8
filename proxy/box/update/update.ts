import { succeed, type Result } from '#shared/errors';
import { chown, mkdir, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FILE_NAME, readArchive, type Contents } from '../backup/archive';
import { backUpAndKeep } from '../backup/back-up';
import type { SystemUser } from '../../server/base/store/replace-file';
import type { Terminal } from '../cli/terminal';
import { useVersion } from '../service/service';
import { systemctl, type ServiceDeps } from '../service/system';
import { PATHS } from '../service/unit';
import { LOCKS } from '../../server/base/store/folder-lock';
import { reasonOf } from '../../server/base/store/errors';
import { damagedName } from '../../server/base/store/sealed-file';
import { replaceFile } from '../../server/base/store/replace-file';
import { refuse, unpackVersion, type NewVersion } from './new-version';
import { becomesReady, tryVersion } from './trial';

/** Backups and old versions that are kept. */
const MAX_BACKUPS = 3;
const MAX_OLD_VERSIONS = 1;

/** What an update depends on. */
export interface UpdateDeps extends ServiceDeps {
  /** Whether the running package is a checkout. */
  readonly isCheckout: boolean;
  readonly dataDir: string;
  /** Address of the service's readiness check. */
  readonly readyUrl: string;
  /** How long the new version has to be healthy on a copy of the data, in ms; the service gets as long to become ready. */
  readonly trialMs: number;
  /** Current time, in ms. */
  readonly now: number;
  /** Interrupts the update, until the service restarts. */
  readonly signal: AbortSignal;
  /** Whether every question is answered with yes. */
  readonly isSure: boolean;
  /** Asks the owner; null if there is nobody to ask. */
  readonly terminal: Pick<Terminal, 'askYes'> | null;
}

/** The data of before an update, in its backup and in memory. */
interface SavedData {
  readonly file: string;
  readonly contents: Contents;
}

type Updated = Result<void, 'no-update'>;

/**
 * Updates the installed service: checks the archive, backs up the data, runs the new version on a copy of the data, and only then replaces
 * the service. If the service does not become ready, or that cannot be found out, the former version and the data come back.
 */
export async function update(archive: string, deps: UpdateDeps): Promise<Updated> {
  const { packageFolder, isCheckout, run, node, print, uid } = deps;
  if (isCheckout)
    return refuse('This is a checkout. Run `git pull`, then start Mantel again: it builds what has changed.');
  // An installed version is in `<base>/versions/<name>`.
  const versions = dirname(packageFolder);
  if (basename(versions) !== 'versions')
    return refuse(
      'This copy is not installed as a service. Unpack the new archive beside this one, stop this one, and start that one.'
    );
  if (uid !== 0 && deps.root === '/') return refuse('Only root may change the service: run this with sudo.');
  try {
    // An update that was killed may have left its copy of the data.
    await rm(join(deps.root, PATHS.trial), { recursive: true, force: true });
    const former = basename(await readlink(join(deps.root, PATHS.base, 'current')));
    const unpacked = await unpackVersion({
      ...{ archive, versions, node, run, version: deps.version },
      ...{ current: former, owner: await ownerOf(deps) },
      confirm: (question) => confirm(question, deps)
    });
    if (!unpacked.ok) return unpacked;
    if (unpacked.value === null) {
      print(`Mantel ${deps.version} of this archive runs already.\n`);
      return succeed(undefined);
    }
    const { name, version } = unpacked.value;
    const tried = await tryThenUse(join(versions, name), unpacked.value, deps);
    if (!tried.ok) return tried;
    print(`The service restarts with Mantel ${version}. This step cannot be interrupted.\n`);
    const why = await whyNotReady(deps);
    if (why !== undefined) return await rollBack(former, { name, version, why }, tried.value, deps);
    await removeOld(versions, [name, former]).catch((error: unknown) =>
      print(`An old version in ${versions} could not be removed: ${reasonOf(error)}.\n`)
    );
    print(`Mantel ${version} runs. The version before is kept, and a backup is in ${tried.value.file}.\n`);
    return succeed(undefined);
  } catch (error) {
    return refuse(`The update failed: ${reasonOf(error)}.`);
  }
}

/** Asks whether to go on. Without a terminal only `--yes` says so. */
async function confirm(question: string, { isSure, terminal, print }: UpdateDeps): Promise<Updated> {
  if (isSure) print(`${question}\n`);
  else if (!terminal) return refuse(`${question} Run this on a terminal, or add --yes.`);
  else if ((await terminal.askYes(`${question} Install it? [y/N] `)) !== true)
    return refuse('Nothing has changed.');
  return succeed(undefined);
}

/** The owner of the data, who runs a version before it is installed; undefined for this user. */
async function ownerOf({ dataDir, uid }: UpdateDeps): Promise<SystemUser | undefined> {
  if (uid !== 0) return undefined;
  const owner = await stat(dataDir);
  return { uid: owner.uid, gid: owner.gid };
}

/** Backs up the data, runs an unpacked version on a copy of it, and makes it the current one. On failure nothing has changed. */
async function tryThenUse(
  folder: string,
  { name, version }: NewVersion,
  deps: UpdateDeps
): Promise<Result<SavedData, 'no-update'>> {
  const undo = async (message: string) => {
    await rm(folder, { recursive: true, force: true });
    return refuse(message);
  };
  const unchanged = `Mantel ${version} was not installed, and nothing has changed.`;
  try {
    const saved = await saveData(deps);
    if (!saved.ok) return await undo(saved.error.message);
    deps.print(`Mantel ${version} runs on a copy of the data for ${Math.round(deps.trialMs / 1_000)} s.\n`);
    const why = await tryOnCopy(join(folder, 'dist/main.js'), saved.value.contents, deps);
    if (deps.signal.aborted) return await undo(`${unchanged} It was interrupted.`);
    if (why !== undefined) return await undo(`${unchanged} ${why}`);
    await useVersion(deps, name);
    return saved;
  } catch (error) {
    return undo(`${unchanged} ${reasonOf(error)}.`);
  }
}

/** Restarts the service. Returns why it is not ready, as a sentence; undefined if it is. */
async function whyNotReady(deps: UpdateDeps): Promise<string | undefined> {
  try {
    const failed = await systemctl(deps, RESTART);
    const isReady = failed === undefined && (await becomesReady(deps.readyUrl, deps.trialMs));
    return isReady ? undefined : 'It did not become ready';
  } catch (error) {
    return `Its start could not be checked (${reasonOf(error)})`;
  }
}

const RESTART = ['restart', 'mantel'];

/** Backs up the data folder beside the versions, readable by root alone. */
async function saveData({ root, dataDir, now }: UpdateDeps): Promise<Result<SavedData, 'no-update'>> {
  const folder = join(root, PATHS.updateBackups);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const passphrase = async () => succeed(null);
  const saved = await backUpAndKeep({ dataDir, folder, keep: MAX_BACKUPS, now, passphrase });
  if (!saved.ok) return refuse(`Nothing has changed, because no backup was possible. ${saved.error.message}`);
  const { file } = saved.value;
  const read = readArchive(await readFile(file));
  return read.ok
    ? succeed({ file, contents: read.value })
    : refuse('Nothing has changed: the backup is unreadable.');
}

/**
 * Runs the new version on a copy of the data, as the owner of the data.
 * @returns why it cannot take over, as a sentence: it is not healthy, or it set files aside that it could not read; undefined if it can
 */
async function tryOnCopy(main: string, contents: Contents, deps: UpdateDeps) {
  const { node, trialMs: durationMs, signal } = deps;
  const copy = join(deps.root, PATHS.trial);
  const owner = await ownerOf(deps);
  try {
    await mkdir(copy, { mode: 0o700 });
    await writeContents(copy, contents, owner);
    if (owner) await chown(copy, owner.uid, owner.gid);
    const why = await tryVersion({ node, main, dataDir: copy, owner, durationMs, signal });
    const unread = (await readdir(copy)).flatMap((name) => damagedName(name) ?? []);
    return why ?? (unread.length > 0 ? `It cannot read ${unread.join(', ')}.` : undefined);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function writeContents(folder: string, contents: Contents, owner: SystemUser | undefined) {
  for (const [name, content] of contents) await replaceFile(join(folder, name), content, owner);
}

/**
 * Starts the former version on the data of before the update. A step that fails does not keep the next ones from running.
 * @param former name of the folder of the version before
 * @param unfit the version that is not ready, and is removed, with why, as a sentence without its full stop
 */
async function rollBack(
  former: string,
  { name, version, why }: NewVersion & { readonly why: string },
  { file, contents }: SavedData,
  deps: UpdateDeps
): Promise<Updated> {
  const failures: string[] = [];
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => failures.push(`${what} failed: ${reasonOf(error)}.`));
  };
  await attempt('The stop', () => deps.run('systemctl', 'stop', 'mantel'));
  await attempt(`The return of the data, which is in ${file},`, () => restoreData(contents, deps));
  await attempt('The return to the version before', () => useVersion(deps, former));
  await attempt('The restart', () => systemctl(deps, RESTART));
  await attempt('The removal of the new version', () =>
    rm(join(deps.root, PATHS.base, 'versions', name), { recursive: true, force: true })
  );
  const isBack = await becomesReady(deps.readyUrl, deps.trialMs).catch(() => false);
  if (!isBack) failures.push('It is not ready: see journalctl -u mantel.');
  const summary = `Mantel ${version} is not installed. ${why}`;
  return refuse(
    failures.length === 0
      ? `${summary}, so the version before is back with its data.`
      : `${summary}, and the way back to the version before is incomplete. ${failures.join(' ')}`
  );
}

async function restoreData(contents: Contents, deps: UpdateDeps) {
  const { dataDir } = deps;
  const isNewer = (name: string) => FILE_NAME.test(name) && name !== LOCKS && !contents.has(name);
  for (const name of (await readdir(dataDir)).filter(isNewer)) await rm(join(dataDir, name), { force: true });
  await writeContents(dataDir, contents, await ownerOf(deps));
}

/** Removes versions that are neither the new one nor one of the latest old ones. */
async function removeOld(versions: string, kept: readonly string[]) {
  const others = (await readdir(versions)).filter((name) => !kept.includes(name));
  const timeOf = async (name: string) => [name, (await stat(join(versions, name))).mtimeMs] as const;
  const dated = (await Promise.all(others.map(timeOf))).sort(([, one], [, other]) => other - one);
  for (const [name] of dated.slice(MAX_OLD_VERSIONS - 1)) await rm(join(versions, name), { recursive: true });
}
