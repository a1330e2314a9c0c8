import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { succeed, type Result } from '#shared/errors';
import { reasonOf } from '../../server/base/store/errors';
import {
  whyUnreadable,
  type ReadableFormats,
  type StoredFormat
} from '../../server/base/store/folder-format';
import { at, publishProgram, refuse, type Changed, type ServiceDeps } from '../service/system';
import { PATHS } from '../service/system-files';

const packageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    name: v.literal('mantel'),
    version: v.pipe(v.string(), v.regex(/^\d[\w.+-]{0,63}$/)),
    /** The newest format of a data folder that it reads, which it writes. */
    dataFormat: v.optional(v.number(), 1),
    /** The oldest format that it reads. */
    oldestDataFormat: v.optional(v.number(), 1)
  })
);

/** What a version says of itself in its package.json. */
export type Description = v.InferOutput<typeof packageSchema>;

/** The description of the version in a folder; undefined if no version of Mantel is there. */
export async function describeVersion(folder: string): Promise<Description | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '');
  const read = v.safeParse(packageSchema, text);
  return read.success ? read.output : undefined;
}

/** The formats of a data folder that a version reads. */
export const formatsOf = ({ dataFormat, oldestDataFormat }: Description): ReadableFormats => ({
  oldest: oldestDataFormat,
  newest: dataFormat
});

/** Why a version cannot read the data folder, as sentences for the owner; undefined if it can. */
export function whyUnreadableBy(description: Description, format: StoredFormat): string | undefined {
  const why = whyUnreadable(format, 'folder', formatsOf(description));
  return why === undefined
    ? undefined
    : `Mantel ${description.version} cannot read the data. The folder ${why}.`;
}

/** The folder of a version. */
export const folderOf = (deps: Pick<ServiceDeps, 'root'>, name: string): string =>
  at(deps, join(PATHS.versions, name));

/** The version that runs. */
export interface Current {
  /** Name of its folder, which is never replaced. */
  readonly name: string;
  readonly version: string;
  /** Format of its data folder. */
  readonly format: StoredFormat;
}

/**
 * Whether a version is older than another one (semver.org, 10 and 11): build metadata does not count, and a release is newer than its
 * pre-releases.
 */
function isOlder(version: string, than: string): boolean {
  const [one = '', other = ''] = [version, than].map((text) =>
    text.replace(/\+.*/, '').replace(/^[^-]*$/, '$&-zz')
  );
  return one.localeCompare(other, 'en', { numeric: true }) < 0;
}

/** The arguments of tar, before the folder. */
const UNPACK = '-xzf - --strip-components=1 --no-same-owner --no-same-permissions -C'.split(' ');
const DISK_FULL = /No space left|quota exceeded/i;

/**
 * Checks an archive and unpacks it beside the other versions; nothing of it runs. Fails with a sentence for the owner, and leaves nothing.
 * @param confirm asks the owner whether to go on in spite of this; fails if not
 * @returns the name of its folder
 */
export async function unpackVersion(
  archive: string,
  current: Current,
  deps: Pick<ServiceDeps, 'root' | 'run'>,
  confirm: (question: string) => Promise<Changed>
): Promise<Result<string, 'no-service'>> {
  const unfinished = folderOf(deps, '.unpacking');
  const remove = () => rm(unfinished, { recursive: true, force: true });
  try {
    // It is read once: another file can lie at its path by the time it is unpacked.
    const bytes = await readFile(archive);
    const hash = createHash('sha256').update(bytes).digest('hex');
    // In the format of sha256sum.
    const beside = await readFile(`${archive}.sha256`, 'utf8').catch(() => '');
    const [expected = '', file] = beside.trim().split(/\s+\*?/);
    const isVerified = file === basename(archive);
    if (isVerified && expected.toLowerCase() !== hash)
      return refuse(`${archive} is not the expected archive: its SHA-256 is ${hash}.`);

    await remove();
    await mkdir(unfinished, { mode: 0o700 });
    const { code, stderr } = await deps.run({ program: 'tar', input: bytes }, ...UNPACK, unfinished);
    if (DISK_FULL.test(stderr)) return refuse(`The disk of ${PATHS.base} is full, so free some space.`);
    if (code !== 0)
      return refuse(`${archive} is not a complete archive: ${stderr.trim().split('\n', 1).join()}`);
    await publishProgram(unfinished);
    const description = await describeVersion(unfinished);
    if (!description) return refuse(`${archive} is not an archive of Mantel.`);
    const { version } = description;
    const unreadable = whyUnreadableBy(description, current.format);
    if (unreadable !== undefined) return refuse(`${unreadable} Nothing has changed.`);
    const questions = [
      isVerified ? '' : `The archive is not verified: there is no ${archive}.sha256. `,
      isOlder(version, current.version)
        ? `Mantel ${version} is older than ${current.version}, which runs. `
        : ''
    ].join('');
    const confirmed = questions === '' ? succeed(undefined) : await confirm(questions.trim());
    if (!confirmed.ok) return confirmed;
    const name = `${version}-${hash.slice(0, 8)}`;
    if (name === current.name) return succeed(name);
    await rm(folderOf(deps, name), { recursive: true, force: true });
    await rename(unfinished, folderOf(deps, name));
    return succeed(name);
  } catch (error) {
    return refuse(`The archive cannot be unpacked: ${reasonOf(error, archive)}.`);
  } finally {
    await remove();
  }
}
