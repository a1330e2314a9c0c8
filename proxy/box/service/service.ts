import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { succeed } from '#shared/errors';
import { ifThere } from '../../server/base/store/errors';
import { describeVersion } from '../update/new-version';
import { stopBackups } from './nightly-backups';
import {
  asRoot,
  at,
  pointTo,
  publishProgram,
  refuse,
  systemctl,
  versionAt,
  type ServiceDeps
} from './system';
import { PATHS, SERVICE_USER, systemFilesOf, writeSystemFile } from './system-files';

/** What a version consists of: what an archive has. */
const filesSchema = v.pipe(v.string(), v.parseJson(), v.object({ files: v.array(v.string()) }));
const OTHER_FILES = ['package.json', 'LICENSE', 'README.md'];

/** The unit that finishes updates, or takes them back. */
export const UPDATE_UNIT = 'mantel-update.service';

/** Folders that services cannot read with `ProtectHome`. */
const HOMES = /^\/(?:home|root|run\/user)\//;

/** Installs this version as a systemd service, and starts it. An existing installation is replaced; its data and options stay. */
export const installService = (deps: ServiceDeps) =>
  asRoot(deps, 'Nothing was started', async () => {
    if (HOMES.test(deps.node))
      return refuse(
        `Node is at ${deps.node}, which a service cannot read. Install Node for the whole system, then use that one.`
      );
    const { run, node, print } = deps;
    if ((await run('id', '-u', SERVICE_USER)).code !== 0) {
      const home = ['--home-dir', PATHS.data, '--no-create-home', '--shell', '/usr/sbin/nologin'];
      const added = await run('useradd', '--system', '--user-group', ...home, SERVICE_USER);
      if (added.code !== 0)
        return refuse(`The user ${SERVICE_USER} could not be created: ${added.stderr.trim()}`);
    }
    await rm(at(deps, PATHS.pending), { force: true });
    await copyVersion(deps);
    const former = await versionAt(deps, PATHS.current);
    if (former !== undefined && former !== deps.version) await pointTo(deps, PATHS.former, former);
    await pointTo(deps, PATHS.current, deps.version);
    for (const [path, { text, mode }] of await systemFilesOf(deps.packageFolder, node))
      await writeSystemFile(at(deps, path), text, mode);
    const example = await readFile(join(deps.packageFolder, 'packaging/mantel.env'), 'utf8');
    const environment = at(deps, PATHS.environment);
    if (!existsSync(environment)) await writeSystemFile(environment, example, 0o644);
    const enable = ['enable', 'mantel', UPDATE_UNIT];
    const failed = await systemctl(deps, ['daemon-reload'], enable, ['restart', 'mantel']);
    if (failed !== undefined) return refuse(failed);
    print(
      `Mantel ${deps.version} is installed in ${PATHS.base} and runs as ${SERVICE_USER}.\n` +
        `Options: ${PATHS.environment}. Data: ${PATHS.data}. Log: journalctl -u mantel. Check: sudo mantel doctor.\n`
    );
    return succeed(undefined);
  });

/** Stops the service and the nightly backups, and removes the program. The data, all backups, the options and the user stay. */
export const uninstallService = (deps: ServiceDeps) =>
  asRoot(deps, 'Mantel is not removed', async () => {
    const hadBackups = existsSync(at(deps, PATHS.backupEnvironment));
    for (const unit of ['mantel', UPDATE_UNIT]) await deps.run('systemctl', 'disable', '--now', unit);
    const stopped = await stopBackups({ ...deps, print: () => undefined });
    if (!stopped.ok) return stopped;
    const files = await systemFilesOf(deps.packageFolder, deps.node);
    const { current, former, versions, pending, takenBack } = PATHS;
    for (const path of [...files.keys(), current, former, versions, pending, takenBack])
      await rm(at(deps, path), { recursive: true, force: true });
    await rmdir(at(deps, PATHS.base)).catch(() => undefined);
    await deps.run('systemctl', 'daemon-reload');
    const backups = await readdir(at(deps, PATHS.updateBackups)).catch(() => []);
    const kept = [PATHS.data, dirname(PATHS.environment), ...(backups.length > 0 ? [PATHS.base] : [])];
    deps.print(
      `Mantel is removed. Its data is still in ${PATHS.data}, and its options in ${dirname(PATHS.environment)}.\n` +
        (hadBackups ? 'The nightly backups are off, also after another installation.\n' : '') +
        (backups.length > 0
          ? `The backups of before updates are still in ${PATHS.updateBackups}: ${backups.length}.\n`
          : '') +
        `To delete everything: sudo rm -r ${kept.join(' ')} && sudo userdel ${SERVICE_USER}\n`
    );
    return succeed(undefined);
  });

/** Prints the state of the service. Returns the exit code: 0 if it runs, else 3, as systemctl does. */
export async function showService(deps: Pick<ServiceDeps, 'root' | 'run' | 'print'>): Promise<number> {
  const { stdout, code } = await deps.run('systemctl', 'is-active', 'mantel');
  const state = code === 127 ? 'not installed, because this system has no systemd' : stdout.trim();
  const { version = 'none' } = (await describeVersion(at(deps, PATHS.current))) ?? {};
  deps.print(`service: ${state || 'unknown'}\nversion: ${version}\ndata:    ${PATHS.data}\n`);
  return stdout.trim() === 'active' ? 0 : 3;
}

/** Copies this version beside others. A version that is there already is replaced. */
async function copyVersion(deps: ServiceDeps) {
  const folder = at(deps, join(PATHS.versions, deps.version));
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  await mkdir(unfinished, { mode: 0o700 });
  const { files } = v.parse(filesSchema, await readFile(join(deps.packageFolder, 'package.json'), 'utf8'));
  for (const part of [...files, ...OTHER_FILES])
    await ifThere(cp(join(deps.packageFolder, part), join(unfinished, part), { recursive: true }));
  await publishProgram(unfinished);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}
