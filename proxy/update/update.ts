import { fail, succeed, type Result } from '#shared/errors';
import { chown, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FILE_NAME, readArchive, type Contents } from '../backup/archive';
import { backUp } from '../backup/back-up';
import type { RunProgram } from '../platform/run-program';
import { useVersion } from '../service/service';
import { PATHS } from '../service/unit';
import { LOCKS } from '../store/folder-lock';
import { replaceFile } from '../store/replace-file';
import { unpackVersion, versionsFolderOf } from './new-version';
import { becomesReady, tryVersion } from './trial';

/** Backups and old versions that are kept. */
const MAX_BACKUPS = 3;
const MAX_OLD_VERSIONS = 1;

/** What an update depends on. */
export interface UpdateDeps {
  /** Root of the file system; a temporary folder in tests. */
  readonly root: string;
  /** Folder of the running package, without symbolic links. */
  readonly packageFolder: string;
  /** Whether it is a checkout. */
  readonly isCheckout: boolean;
  /** Path of Node. */
  readonly node: string;
  readonly dataDir: string;
  /** Address of the service's readiness check. */
  readonly readyUrl: string;
  /** How long the new version has to be healthy on a copy of the data, in ms; the service gets as long to become ready. */
  readonly trialMs: number;
  /** User id of this process. */
  readonly uid: number | undefined;
  /** Current time, in ms. */
  readonly now: number;
  readonly run: RunProgram;
  /** Prints a message for the owner. */
  readonly say: (text: string) => void;
}

type Updated = Result<void, 'no-update'>;

const refuse = (message: string) => fail('no-update', message);

/**
 * Updates the installed service: checks the archive, backs up the data, runs the new version on a copy of the data, and only then replaces
 * the service. If the service does not become ready, the former version and the data come back.
 */
export async function update(
  archive: string,
  sha256: string | undefined,
  deps: UpdateDeps
): Promise<Updated> {
  const { packageFolder, isCheckout, run, node, say, uid } = deps;
  if (isCheckout)
    return refuse('This is a checkout. Run `git pull`, then start Mantel again: it builds what has changed.');
  const versions = versionsFolderOf(packageFolder);
  if (versions === undefined)
    return refuse(
      'This copy is not installed as a service. Unpack the new archive beside this one, stop this one, and start that one.'
    );
  if (uid !== 0 && deps.root === '/') return refuse('Only root may change the service: run this with sudo.');
  const former = basename(await readlink(join(deps.root, PATHS.base, 'current')));
  const unpacked = await unpackVersion({ ...{ archive, sha256, versions, node, run, say }, current: former });
  if (!unpacked.ok) return unpacked;
  const { name, version } = unpacked.value;
  const folder = join(versions, name);
  try {
    const saved = await saveData(deps, version);
    if (!saved.ok) {
      await rm(folder, { recursive: true });
      return saved;
    }
    say(`Mantel ${version} runs on a copy of the data for ${Math.round(deps.trialMs / 1_000)} s.\n`);
    const why = await tryOnCopy(join(folder, 'dist/main.js'), saved.value.contents, deps);
    if (why !== undefined) {
      await rm(folder, { recursive: true });
      return refuse(`Mantel ${version} was not installed, and nothing has changed. ${why}`);
    }
    await useVersion(deps, name);
    if ((await restart(deps)) && (await becomesReady(deps.readyUrl, deps.trialMs))) {
      await removeOld(versions, [name, former]);
      say(`Mantel ${version} runs. The version before is kept, and a backup is in ${saved.value.file}.\n`);
      return succeed(undefined);
    }
    return await rollBack(former, version, saved.value.contents, deps);
  } catch (error) {
    return refuse(`The update failed: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

const restart = async ({ run }: UpdateDeps) => (await run('systemctl', 'restart', 'mantel')).code === 0;

/** Backs up the data folder beside the versions, readable by root alone. */
async function saveData(
  { root, dataDir, now }: UpdateDeps,
  version: string
): Promise<Result<{ file: string; contents: Contents }, 'no-update'>> {
  const folder = join(root, PATHS.base, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `${time}-before-${version}.backup`);
  const saved = await backUp({ dataDir, file, passphrase: async () => succeed(null) });
  if (!saved.ok) return refuse(`Nothing has changed, because no backup was possible. ${saved.error.message}`);
  const old = (await readdir(folder)).sort().slice(0, -MAX_BACKUPS);
  for (const name of old) await rm(join(folder, name));
  const read = readArchive(await readFile(file));
  return read.ok
    ? succeed({ file, contents: read.value })
    : refuse('Nothing has changed: the backup is unreadable.');
}

/** Runs the new version on a copy of the data, as the owner of the data. Returns why it is not healthy. */
async function tryOnCopy(main: string, contents: Contents, deps: UpdateDeps): Promise<string | undefined> {
  const copy = await mkdtemp(join(tmpdir(), 'mantel-trial-'));
  const { uid, gid } = await stat(deps.dataDir);
  const owner = deps.uid === 0 ? { uid, gid } : undefined;
  try {
    await writeContents(copy, contents, owner);
    if (owner) await chown(copy, owner.uid, owner.gid);
    return await tryVersion({ node: deps.node, main, dataDir: copy, owner, durationMs: deps.trialMs });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function writeContents(
  folder: string,
  contents: Contents,
  owner: { readonly uid: number; readonly gid: number } | undefined
) {
  for (const [name, content] of contents) {
    await replaceFile(join(folder, name), content);
    if (owner) await chown(join(folder, name), owner.uid, owner.gid);
  }
}

/** Starts the former version on the data of before the update. */
async function rollBack(
  former: string,
  version: string,
  contents: Contents,
  deps: UpdateDeps
): Promise<Updated> {
  const { dataDir, run } = deps;
  await run('systemctl', 'stop', 'mantel');
  const { uid, gid } = await stat(dataDir);
  for (const name of await readdir(dataDir))
    if (FILE_NAME.test(name) && name !== LOCKS && !contents.has(name))
      await rm(join(dataDir, name), { force: true });
  await writeContents(dataDir, contents, deps.uid === 0 ? { uid, gid } : undefined);
  await useVersion(deps, former);
  await restart(deps);
  const isBack = await becomesReady(deps.readyUrl, deps.trialMs);
  return refuse(
    `Mantel ${version} did not become ready, so the version before is back with its data` +
      (isBack ? '.' : ', but it is not ready either: see journalctl -u mantel.')
  );
}

/** Removes versions that are neither the new one nor one of the latest old ones. */
async function removeOld(versions: string, kept: readonly string[]) {
  const others = (await readdir(versions)).filter((name) => !kept.includes(name));
  const dated = await Promise.all(
    others.map(async (name) => ({ name, time: (await stat(join(versions, name))).mtimeMs }))
  );
  const old = dated.sort((one, other) => other.time - one.time).slice(MAX_OLD_VERSIONS - 1);
  for (const { name } of old) await rm(join(versions, name), { recursive: true });
}
