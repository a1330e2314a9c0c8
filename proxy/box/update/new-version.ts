import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SystemUser } from '../../server/base/store/replace-file';
import { publishProgram, type ServiceDeps } from '../service/system';
import { reasonOf } from '../../server/base/store/errors';

/** The three numbers of a version and its pre-release. Build metadata does not count (semver.org, 10 and 11). */
const VERSION = /^(?<numbers>[^-+]*)(?:-(?<pre>[^+]*))?/;

/** Whether a version is older than another one. Pre-releases of one version are compared as texts. */
function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((each) => VERSION.exec(each)?.groups ?? {});
  const order = (one?.['numbers'] ?? '').localeCompare(other?.['numbers'] ?? '', 'en', { numeric: true });
  if (order !== 0) return order < 0;
  // A release is newer than its pre-releases.
  const [pre, otherPre] = [one?.['pre'], other?.['pre']];
  return pre !== undefined && (otherPre === undefined || pre < otherPre);
}

const packageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ name: v.literal('mantel'), version: v.pipe(v.string(), v.regex(/^\d[\w.+-]{0,63}$/)) })
);

/** Files that every version has. */
const REQUIRED = ['dist/main.js', 'dist/web/index.html'];

/** What the unpacking of an archive depends on. */
interface UnpackOptions extends Pick<ServiceDeps, 'version' | 'node' | 'run'> {
  readonly archive: string;
  /** Folder of all versions. */
  readonly versions: string;
  /** Name of the folder of the version that runs. It is never replaced. */
  readonly current: string;
  /** Who runs the unpacked program; undefined for this user. */
  readonly owner: SystemUser | undefined;
  /** Asks the owner whether to go on in spite of this; fails if not. */
  readonly confirm: (question: string) => Promise<Result<void, 'no-update'>>;
}

/** An unpacked version that has not run yet. */
export interface NewVersion {
  /** Name of its folder. */
  readonly name: string;
  readonly version: string;
}

/** The failure of an update, with its sentence. */
export const refuse = (message: string) => fail('no-update', message);

/**
 * Checks an archive and unpacks it beside the other versions. Fails with a sentence for the owner, and leaves nothing behind.
 * @returns null if it is the version that runs
 */
export async function unpackVersion(options: UnpackOptions): Promise<Result<NewVersion | null, 'no-update'>> {
  const { archive, versions, current } = options;
  const unfinished = join(versions, '.unpacking');
  try {
    // It is read once: another file can lie at its path by the time it is unpacked.
    const bytes = await readFile(archive);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const expected = await hashBeside(archive);
    if (expected === undefined) {
      const confirmed = await options.confirm(`The archive is not verified: there is no ${archive}.sha256.`);
      if (!confirmed.ok) return confirmed;
    } else if (expected.toLowerCase() !== hash)
      return refuse(`${archive} is not the expected archive: its SHA-256 is ${hash}.`);

    await rm(unfinished, { recursive: true, force: true });
    await mkdir(versions, { recursive: true });
    await mkdir(unfinished, { mode: 0o700 });
    const read = await readUnpacked(unfinished, bytes, options);
    if (!read.ok) return read;
    const name = `${read.value}-${hash.slice(0, 8)}`;
    if (name === current) return succeed(null);
    await rm(join(versions, name), { recursive: true, force: true });
    await rename(unfinished, join(versions, name));
    return succeed({ name, version: read.value });
  } catch (error) {
    return refuse(`The archive cannot be unpacked: ${reasonOf(error, archive)}.`);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Unpacks into an empty folder, and checks that a version of Mantel is in it that this Node can run. Returns its version. */
async function readUnpacked(
  folder: string,
  bytes: Buffer,
  { archive, node, run, version: running, owner, confirm }: UnpackOptions
): Promise<Result<string, 'no-update'>> {
  const modes = ['--no-same-owner', '--no-same-permissions'];
  const tar = { program: 'tar', input: bytes };
  const unpacked = await run(tar, '-xzf', '-', '-C', folder, '--strip-components=1', ...modes);
  if (unpacked.code !== 0) return refuse(`${archive} is not a complete archive: ${unpacked.stderr.trim()}`);
  await publishProgram(folder);
  const description = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '');
  const read = v.safeParse(packageSchema, description);
  if (!read.success) return refuse(`${archive} is not an archive of Mantel.`);
  for (const path of REQUIRED)
    if (!existsSync(join(folder, path))) return refuse(`${archive} is incomplete: it has no ${path}.`);
  if (isOlder(read.output.version, running)) {
    const confirmed = await confirm(`Mantel ${read.output.version} is older than ${running}, which runs.`);
    if (!confirmed.ok) return confirmed;
  }
  const asked = await run({ program: node, owner }, join(folder, 'dist/main.js'), '--version');
  if (asked.code !== 0 || asked.stdout.trim() !== read.output.version)
    return refuse(
      `The program in ${archive} does not start: ${asked.stderr.trim() || 'it names another version.'}`
    );
  return succeed(read.output.version);
}

/** The SHA-256 in the file beside an archive, in the format of sha256sum; undefined if there is none for it. */
async function hashBeside(archive: string): Promise<string | undefined> {
  const text = await readFile(`${archive}.sha256`, 'utf8').catch(() => '');
  const [hash = '', name = ''] = text.trim().split(/\s+\*?/);
  return name === basename(archive) ? hash : undefined;
}
