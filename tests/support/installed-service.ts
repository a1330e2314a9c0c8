import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runProgram, type RunProgram } from '../../proxy/box/process';
import { PATHS, systemFilesOf, writeSystemFile } from '../../proxy/box/service/system-files';
import { finishUpdate } from '../../proxy/box/update/finish';
import type { update, UpdateDeps } from '../../proxy/box/update/update';
import { FORMAT } from '../../proxy/server/base/store/folder-format';
import { listening } from './listening';
import { aScreen } from './screens';
import { sealedFolder, sealFile } from './sealed-folder';
import { temporaryFolder } from './temporary-folder';

const packaging = fileURLToPath(new URL('../../packaging', import.meta.url));

/** What differs in a package: its unit, and the formats of a data folder that it reads. */
interface PackageChanges {
  readonly name?: string;
  readonly dataFormat?: number;
  readonly oldestDataFormat?: number;
  /** Lines that its unit has in addition. */
  readonly unit?: string;
}

/** Writes the package of a version into a folder. */
async function writePackage(
  folder: string,
  version: string,
  { name = 'mantel', unit = '', dataFormat = FORMAT, oldestDataFormat = FORMAT }: PackageChanges = {}
) {
  await mkdir(join(folder, 'dist/web'), { recursive: true });
  await cp(packaging, join(folder, 'packaging'), { recursive: true });
  const file = join(folder, 'packaging/mantel.service');
  await writeFile(file, `${await readFile(file, 'utf8')}${unit}`);
  const description = { name, version, dataFormat, oldestDataFormat };
  await writeFile(join(folder, 'package.json'), JSON.stringify(description));
  await writeFile(join(folder, 'dist/main.js'), version);
}

/** Makes an archive of a version in a folder. Returns its path. */
export async function archiveOf(folder: string, version: string, changes?: PackageChanges) {
  const content = join(folder, `content-${version}`, 'package');
  await writePackage(content, version, changes);
  const path = join(folder, `mantel-${version}.tgz`);
  await promisify(execFile)('tar', ['-czf', path, '-C', join(content, '..'), 'package']);
  return path;
}

/** The stored screens with these names. */
export const screensOf = (...names: readonly string[]) =>
  names.map((name) => ({
    ...aScreen({ id: name, name }),
    hash: name,
    idleLeft: 1,
    absoluteLeft: 1,
    untilLeft: null
  }));

/** What a started version does: nothing but being ready, or one of these. */
interface Behaviour {
  /** It ends, and is started again, after this time, in ms. */
  readonly diesAfter?: number;
  /** It answers that it is not ready. */
  readonly isUnready?: boolean;
  /** It sets this stored file aside. */
  readonly setsAside?: string;
}

/** An installed service of version 1.0.0, with a household. Versions of `behaviours` do not just run. */
export async function installedService(behaviours: Readonly<Record<string, Behaviour>> = {}) {
  const root = await temporaryFolder();
  const base = join(root, PATHS.base);
  const packageFolder = join(base, 'versions/1.0.0');
  await writePackage(packageFolder, '1.0.0');
  await symlink('versions/1.0.0', join(base, 'current'));
  for (const [path, { text, mode }] of await systemFilesOf(packageFolder, process.execPath))
    await writeSystemFile(join(root, path), text, mode);
  const dataDir = await sealedFolder({ 'layout-0a': 'chosen', screens: screensOf('Kitchen', 'Phone') });
  await mkdir(join(dataDir, 'photos'));
  const current = async () => basename(await readlink(join(base, 'current')));

  // What runs: its version, and since when, in ms of the monotonic clock.
  let running = { version: '1.0.0', since: performance.now() };
  let isRunning = true;
  const restarts = () => {
    const { diesAfter = Infinity } = behaviours[running.version] ?? {};
    return Math.floor((performance.now() - running.since) / diesAfter);
  };
  const service = createServer((_request, reply) => {
    const isReady = isRunning && behaviours[running.version]?.isUnready !== true;
    reply.statusCode = isReady ? 200 : 503;
    reply.end(JSON.stringify({ version: running.version }));
  });
  const port = await listening(service);

  /** What a test does before a command line of systemctl. */
  const hooks: Record<string, () => Promise<unknown>> = {};
  const ran: string[] = [];
  const said: string[] = [];
  const start = async () => {
    running = { version: (await current()).replace(/-[0-9a-f]{8}$/, ''), since: performance.now() };
    isRunning = true;
    // The service changes the data as soon as it starts.
    await sealFile(dataDir, 'layout-0a', `changed by ${running.version}`);
    const { setsAside } = behaviours[running.version] ?? {};
    if (setsAside !== undefined) await writeFile(join(dataDir, `${setsAside}.broken-1`), '');
  };
  const run: RunProgram = async (program, ...argv) => {
    if (program !== 'systemctl') return runProgram(program, ...argv);
    const line = argv.join(' ');
    await hooks[line]?.();
    if (argv[0] !== 'show' && argv[0] !== '--version') ran.push(line);
    if (line === 'stop mantel') isRunning = false;
    if (line === 'start mantel' && !isRunning) await start();
    if (line === 'start mantel-update.service') {
      const done = await finishUpdate(deps);
      if (!done.ok) return { code: 1, stdout: '', stderr: done.error.message };
    }
    const properties = `MainPID=${isRunning ? 100 + restarts() : 0}\nResult=exit-code\nExecMainStatus=3\n`;
    return { code: 0, stdout: argv[0] === 'show' ? properties : '', stderr: '' };
  };
  const deps: UpdateDeps = {
    root,
    packageFolder,
    dataDir,
    run,
    node: process.execPath,
    uid: 0,
    version: '1.0.0',
    isSure: true,
    terminal: null,
    readyMs: 2_000,
    steadyMs: 200,
    now: Date.UTC(2026, 0, 1),
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    print: (text) => void said.push(text)
  };
  return {
    deps,
    root,
    folder: root,
    base,
    dataDir,
    current,
    ran,
    said,
    hooks,
    versions: () => readdir(join(base, 'versions')),
    installed: (path: string) => readFile(join(root, path), 'utf8'),
    /** Starts the service again, as with the machine. */
    start,
    isReady: async (version: string) => isRunning && running.version === version && restarts() === 0
  };
}

/** The message of a refused update. */
export const messageOf = (done: Awaited<ReturnType<typeof update>>) =>
  done.ok ? 'updated' : done.error.message;
