import { execFile } from 'node:child_process';
import { mkdir, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runProgram, type RunProgram } from '../../proxy/box/process';
import type { update, UpdateDeps } from '../../proxy/box/update/update';
import { listening } from './listening';
import { sealedFolder, sealFile } from './sealed-folder';
import { temporaryFolder } from './temporary-folder';

/** Imitates a version: says where it listens, and is ready with this status. It spoils the data that it gets. */
export const programOf = (version: string, { status = 200, start = '' } = {}) => `
const at = process.argv.indexOf('--data-dir');
if (process.argv.includes('--version')) console.log('${version}');
else {
  ${start}
  require('fs').writeFileSync(process.argv[at + 1] + '/screens', 'migrated');
  const server = require('http').createServer((_, reply) => { reply.statusCode = ${status}; reply.end(); });
  server.listen(0, '127.0.0.1', () => process.send({ http: 'http://127.0.0.1:' + server.address().port }, () => undefined));
}
`;

/** Makes an archive of a version in a folder. Returns its path. */
export async function archiveOf(folder: string, version: string, program: string, name = 'mantel') {
  const content = join(folder, `content-${version}`, 'package');
  await mkdir(join(content, 'dist/web'), { recursive: true });
  await writeFile(join(content, 'package.json'), JSON.stringify({ name, version }));
  await writeFile(join(content, 'dist/main.js'), program);
  await writeFile(join(content, 'dist/web/index.html'), '');
  const path = join(folder, `mantel-${version}.tgz`);
  await promisify(execFile)('tar', ['-czf', path, '-C', join(content, '..'), 'package']);
  return path;
}

/** An installed service of version 1.0.0, with a household. `isReady` decides whether a version becomes ready as the service. */
export async function installedService(isReady: (version: string) => boolean = () => true) {
  const root = await temporaryFolder();
  const base = join(root, 'opt/mantel');
  const packageFolder = join(base, 'versions/1.0.0');
  await mkdir(join(packageFolder, 'dist'), { recursive: true });
  await symlink('versions/1.0.0', join(base, 'current'));
  const dataDir = await sealedFolder({ screens: ['Kitchen'] });
  const current = () => readlink(join(base, 'current'));
  let running = 'versions/1.0.0';
  const service = createServer((_request, reply) => {
    reply.statusCode = isReady(running) ? 200 : 503;
    reply.end();
  });
  const port = await listening(service);
  const ran: string[] = [];
  const run: RunProgram = async (program, ...argv) => {
    if (program !== 'systemctl') return runProgram(program, ...argv);
    ran.push(argv.join(' '));
    running = await current();
    // The service changes the data as soon as it starts.
    if (argv[0] === 'restart') await sealFile(dataDir, 'screens', [`changed by ${running}`]);
    return { code: 0, stdout: '', stderr: '' };
  };
  const said: string[] = [];
  const deps: UpdateDeps = {
    ...{ root, packageFolder, dataDir, run, isCheckout: false, node: process.execPath, uid: 1000 },
    ...{ version: '1.0.0', isSure: true, terminal: null },
    ...{ trialMs: 300, now: Date.UTC(2026, 0, 1), signal: new AbortController().signal },
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    print: (text) => void said.push(text)
  };
  const versions = () => readdir(join(base, 'versions'));
  return { deps, folder: root, base, dataDir, current, versions, ran, said };
}

/** The message of a refused update. */
export const messageOf = (done: Awaited<ReturnType<typeof update>>) =>
  done.ok ? 'updated' : done.error.message;
