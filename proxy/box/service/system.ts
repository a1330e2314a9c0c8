import { chmod, lstat, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, type Result } from '#shared/errors';
import { reasonOf } from '../../server/base/store/errors';
import type { RunProgram } from '../process';

/** What the commands of `service` depend on. */
export interface ServiceDeps {
  /** Root of the file system; a temporary folder in tests. */
  readonly root: string;
  /** Folder of the running package, with `dist` in it, without symbolic links. */
  readonly packageFolder: string;
  /** The running version. */
  readonly version: string;
  /** Path of Node. */
  readonly node: string;
  /** User id of this process. */
  readonly uid: number | undefined;
  readonly run: RunProgram;
  /** Prints a message for the owner. */
  readonly print: (text: string) => void;
}

/** Success, or a sentence for the owner. */
export type Changed = Result<void, 'no-service'>;

/** A failure with its sentence. */
export const refuse = (message: string) => fail('no-service', message);

/** Path in the root of the deps. */
export const at = ({ root }: Pick<ServiceDeps, 'root'>, path: string): string => join(root, path);

/**
 * Changes the services of this system, which only root may do, and only with systemd.
 * @param failing what is said of an error, before its reason
 */
export async function asRoot(
  { run, uid }: Pick<ServiceDeps, 'run' | 'uid'>,
  failing: string,
  work: () => Promise<Changed>
): Promise<Changed> {
  if ((await run('systemctl', '--version')).code !== 0)
    return refuse(
      'This system has no systemd: start Mantel by another service manager, see docs/service.md.'
    );
  if (uid !== 0) return refuse('Only root may change services: run this with sudo.');
  return work().catch((error: unknown) => refuse(`${failing}: ${reasonOf(error)}.`));
}

/**
 * Runs commands of systemctl, one after the other.
 * @returns why one of them failed, as a sentence; undefined if none did
 */
export async function systemctl(
  { run }: Pick<ServiceDeps, 'run'>,
  ...commands: readonly (readonly string[])[]
): Promise<string | undefined> {
  for (const argv of commands) {
    const done = await run('systemctl', ...argv);
    if (done.code !== 0) return `systemctl ${argv.join(' ')} failed: ${done.stderr.trim()}`;
  }
  return undefined;
}

/** What systemd says of a unit (org.freedesktop.systemd1(5)); empty texts if it does not answer. */
export type UnitState = Awaited<ReturnType<typeof stateOf>>;

/** Asks systemd for the state of a unit. */
export async function stateOf(unit: string, run: RunProgram) {
  const { stdout } = await run('systemctl', 'show', unit);
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(stdout)?.[1] ?? '';
  return {
    active: valueOf('ActiveState'),
    enabled: valueOf('UnitFileState'),
    result: valueOf('Result'),
    exitCode: valueOf('ExecMainStatus'),
    restarts: Number(valueOf('NRestarts')),
    /** When its process started, in s since the start of the machine. */
    startedAt: Number(valueOf('ExecMainStartTimestampMonotonic')) / 1e6,
    pid: valueOf('MainPID')
  };
}

/** The version to which a link of the base leads, such as `1.2.0-0a1b2c3d`; undefined if there is no such link. */
export const versionAt = (deps: Pick<ServiceDeps, 'root'>, link: string): Promise<string | undefined> =>
  readlink(at(deps, link)).then(basename, () => undefined);

/** Leads a link of the base to a version, in one step. */
export async function pointTo(deps: Pick<ServiceDeps, 'root'>, link: string, name: string): Promise<void> {
  const unfinished = at(deps, `${link}.new`);
  await rm(unfinished, { force: true });
  await symlink(join('versions', name), unfinished);
  await rename(unfinished, at(deps, link));
}

const FOLDER_MODE = 0o755;
const FILE_MODE = 0o644;

/**
 * Gives a copied program its modes: everybody may read it, and only its owner may write it. Until then nobody else may enter the folder:
 * it needs mode 0700 from the start.
 * @throws if it contains a link, or anything else that is neither a file nor a folder
 */
export async function publishProgram(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await lstat(path);
    if (found.isDirectory()) await publishProgram(path);
    else if (found.isFile()) await chmod(path, FILE_MODE);
    else throw new Error(`${path} is a link or a special file`);
  }
  await chmod(folder, FOLDER_MODE);
}
