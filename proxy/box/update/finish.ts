import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { succeed } from '#shared/errors';
import { ifThere, reasonOf } from '../../server/base/store/errors';
import { replaceFile } from '../../server/base/store/replace-file';
import { damagedName } from '../../server/base/store/sealed-file';
import { readArchive } from '../backup/archive';
import { readSettled } from '../backup/back-up';
import { withoutEnded } from '../backup/restore';
import { requestLocally } from '../local-request';
import { asRoot, at, pointTo, refuse, stateOf, systemctl, type ServiceDeps } from '../service/system';
import { PATHS, replaceSystemFiles, writeSystemFile } from '../service/system-files';
import { describeVersion, folderOf } from './new-version';

/** How often a started service is checked while it has to stay ready. */
const CHECKS = 20;

/** What the second half of an update depends on. */
export interface FinishDeps extends ServiceDeps {
  /** How long the service may take until it is ready, in ms. */
  readonly readyMs: number;
  /** How long it has to stay ready, in ms. */
  readonly steadyMs: number;
}

/** An update that has begun. Versions are names of folders. */
const noteSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** The version that ran, and that comes back if the next one is no good. */
    former: v.string(),
    next: v.string(),
    /** The version before `former`; null if there is none. */
    before: v.nullable(v.string()),
    dataDir: v.string(),
    /** Address of the service's readiness check. */
    readyUrl: v.string(),
    /** The backup of now, and the one that `next` starts with; null for the data of now. */
    backup: v.string(),
    restore: v.nullable(v.string()),
    /** Why it is taken back; absent while it is not. */
    why: v.exactOptional(v.string())
  })
);
type UpdateNote = Readonly<v.InferOutput<typeof noteSchema>>;

/** The note of an update that is not finished; undefined if there is none. */
export async function readNote(root: string): Promise<UpdateNote | undefined> {
  const read = v.safeParse(noteSchema, await ifThere(readFile(join(root, PATHS.pending), 'utf8')));
  return read.success ? read.output : undefined;
}

/** Writes the note. From then on the update is finished or taken back, whatever is killed. */
export const writeNote = (root: string, note: UpdateNote): Promise<void> =>
  replaceFile(join(root, PATHS.pending), Buffer.from(JSON.stringify(note)));

/**
 * The second half of an update: switches the version, and takes that back with the data if the service does not stay ready. A root unit of
 * the former version runs it, again after it was killed and after a start of the machine: each step may have been done before.
 */
export const finishUpdate = (deps: FinishDeps) =>
  asRoot(deps, 'The update is not finished', async () => {
    const note = await readNote(deps.root);
    if (!note) {
      await rm(at(deps, PATHS.pending), { force: true });
      return refuse('No update has begun.');
    }
    const why =
      note.why ?? (await switchVersion(note, deps).catch((error: unknown) => `${reasonOf(error)}.`));
    if (why === undefined) await rm(at(deps, PATHS.takenBack), { force: true });
    else await takeBack({ ...note, why }, deps);
    await rm(at(deps, PATHS.pending));
    const kept = [note.former, why === undefined ? note.next : note.before];
    for (const name of await readdir(at(deps, PATHS.versions)))
      if (!kept.includes(name)) await rm(folderOf(deps, name), { recursive: true });
    return succeed(undefined);
  });

/** Starts the next version. Returns why it is no good, as a sentence; undefined if it is. */
async function switchVersion(note: UpdateNote, deps: FinishDeps): Promise<string | undefined> {
  const { former, next, restore, dataDir } = note;
  const before = await damagedIn(dataDir);
  await systemctl(deps, ['stop', 'mantel']);
  if (restore !== null) await restoreData(restore, dataDir);
  await useVersion(former, next, deps);
  const why = await whyNotSteady(next, note.readyUrl, deps);
  const unread = (await damagedIn(dataDir)).filter((name) => !before.includes(name)).map(damagedName);
  return why ?? (unread.length > 0 ? `It cannot read ${unread.join(', ')}.` : undefined);
}

/** Goes back to the former version and the data of before. A step that fails, as on a full disk, does not keep the next ones from running. */
async function takeBack(note: UpdateNote & { readonly why: string }, deps: FinishDeps) {
  const { former, next, before, backup, why } = note;
  const failures: string[] = [];
  const attempt = async (failing: string, work: Promise<unknown>) =>
    work.catch((error: unknown) => failures.push(`${failing}: ${reasonOf(error)}.`));
  await attempt('This step could not be noted', writeNote(deps.root, note));
  await systemctl(deps, ['stop', 'mantel']);
  await attempt('The version before could not be set', useVersion(next, former, deps));
  await attempt(`The data could not be restored from ${backup}`, restoreData(backup, note.dataDir));
  const notBack = await whyNotSteady(former, note.readyUrl, deps);
  if (notBack !== undefined) failures.push(`The version before is no good either. ${notBack}`);
  if (before !== null) await attempt('The version before it is lost', pointTo(deps, PATHS.former, before));
  const { version } = (await describeVersion(folderOf(deps, next))) ?? { version: next };
  const end = failures.length > 0 ? failures.join(' ') : 'The version before is back with its data.';
  const text = `Mantel ${version} is not installed. ${why} ${end}\n`;
  await attempt('', writeSystemFile(at(deps, PATHS.takenBack), text, 0o644));
}

/** Makes a version the current one, with its units and its command. */
async function useVersion(from: string, to: string, deps: FinishDeps) {
  await pointTo(deps, PATHS.current, to);
  await replaceSystemFiles(deps, { from: folderOf(deps, from), to: folderOf(deps, to) });
  await systemctl(deps, ['daemon-reload']);
}

/** Names of the files that the program has set aside. */
const damagedIn = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => damagedName(name) !== undefined);

/**
 * Starts the service, and waits until it has been ready with this version for a while, in one process.
 * @returns why it has not, as sentences
 */
export async function whyNotSteady(
  name: string,
  readyUrl: string,
  deps: FinishDeps
): Promise<string | undefined> {
  const { run, readyMs, steadyMs } = deps;
  const { version } = (await describeVersion(folderOf(deps, name))) ?? {};
  const failed = await systemctl(deps, ['start', 'mantel']);
  if (failed !== undefined) return failed;
  const { pid } = await stateOf('mantel', run);
  const end = performance.now() + readyMs + steadyMs;
  let readySince = Infinity;
  for (let now = performance.now(); now < end; now = performance.now()) {
    const state = await stateOf('mantel', run);
    if (state.pid !== pid || pid === '0' || pid === '')
      return `It ended by itself (${state.result}, exit code ${state.exitCode}): see journalctl -u mantel.`;
    readySince = (await isReadyAs(version, readyUrl)) ? Math.min(readySince, now) : Infinity;
    if (now - readySince >= steadyMs) return undefined;
    await setTimeout(steadyMs / CHECKS);
  }
  return 'It did not become ready: see journalctl -u mantel.';
}

const readinessSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

/** Whether this version answers that it is ready. */
export async function isReadyAs(version: string | undefined, readyUrl: string): Promise<boolean> {
  const answer = await requestLocally(readyUrl);
  const read = v.safeParse(readinessSchema, answer?.body);
  return answer?.status === 200 && read.success && read.output.version === version;
}

/** Restores a backup into the data folder, for its owner. What was signed out since then stays so. */
async function restoreData(file: string, dataDir: string) {
  const read = readArchive(await readFile(file));
  if (!read.ok) throw new Error(`it ${read.error.message}`);
  const today = (await readSettled(dataDir)) ?? new Map<string, Buffer>();
  const contents = withoutEnded(read.value, today);
  for (const name of today.keys()) if (!contents.has(name)) await rm(join(dataDir, name), { force: true });
  const owner = await stat(dataDir);
  for (const [name, content] of contents) await replaceFile(join(dataDir, name), content, owner);
}
