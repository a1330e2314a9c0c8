import { execFile } from 'node:child_process';
import { access, chmod, cp, mkdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { installService, showService, uninstallService } from '../../../../proxy/box/service/service';
import type { ServiceDeps } from '../../../../proxy/box/service/system';
import { PATHS } from '../../../../proxy/box/service/system-files';
import { temporaryFolder } from '../../../support/temporary-folder';

/** A system in a temporary folder, where every program succeeds unless `codes` has another exit code for its command line. */
async function system(codes: Readonly<Record<string, number>> = {}, version = '1.2.3') {
  const root = await temporaryFolder();
  const packageFolder = join(root, 'unpacked');
  await mkdir(join(packageFolder, 'dist/.bundled'), { recursive: true });
  await cp(new URL('../../../../packaging', import.meta.url), join(packageFolder, 'packaging'), {
    recursive: true
  });
  await writeFile(join(packageFolder, 'dist/main.js'), `// ${version}`);
  const about = { name: 'mantel', version, files: ['dist/main.js', 'packaging'] };
  await writeFile(join(packageFolder, 'package.json'), JSON.stringify(about));
  const ran: string[] = [];
  const said: string[] = [];
  const deps: ServiceDeps = {
    root,
    packageFolder,
    version,
    node: '/usr/bin/node',
    uid: 0,
    run: async (start, ...argv) => {
      const line = [typeof start === 'string' ? start : start.program, ...argv].join(' ');
      ran.push(line);
      return { code: codes[line] ?? 0, stdout: line.includes('is-active') ? 'active\n' : '', stderr: 'why' };
    },
    print: (text) => void said.push(text)
  };
  return { deps, ran, said, at: (path: string) => join(root, path) };
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false
  );

it('an installation copies the program, and writes the unit, the command and the options', async () => {
  const { deps, ran, at } = await system({ 'id -u mantel': 1 });
  expect(await installService(deps)).toMatchObject({ ok: true });
  expect(await readFile(at('/opt/mantel/current/dist/main.js'), 'utf8')).toBe('// 1.2.3');
  expect(await exists(at('/opt/mantel/current/dist/.bundled'))).toBe(false);
  expect(await readFile(at(`${PATHS.units}/mantel.service`), 'utf8')).toContain(
    'ExecStart=/usr/bin/node /opt/mantel/current/dist/main.js start\n'
  );
  expect((await stat(at(PATHS.command))).mode & 0o777).toBe(0o755);
  expect(await readFile(at(PATHS.environment), 'utf8')).toContain('#MANTEL_NAME=');
  expect(ran).toContainEqual(expect.stringMatching(/^useradd --system .* mantel$/));
  expect(ran.slice(-3)).toEqual([
    'systemctl daemon-reload',
    'systemctl enable mantel mantel-update.service',
    'systemctl restart mantel'
  ]);
});

it('an installation from a folder that everybody may write is one that only root may write', async () => {
  const { deps, at } = await system();
  for (const path of ['dist', 'dist/main.js', 'package.json'])
    await chmod(join(deps.packageFolder, path), 0o777);
  expect(await installService(deps)).toMatchObject({ ok: true });
  const modeOf = async (path: string) => (await stat(at(`/opt/mantel/versions/1.2.3${path}`))).mode & 0o7777;
  expect(await Promise.all(['', '/dist', '/dist/main.js', '/package.json'].map(modeOf))).toEqual([
    0o755, 0o755, 0o644, 0o644
  ]);
});

it('an installation refuses a program with a link in it', async () => {
  const { deps, at } = await system();
  await symlink('/etc/hostname', join(deps.packageFolder, 'packaging/link'));
  const done = await installService(deps);
  expect(done.ok ? '' : done.error.message).toMatch(/^Nothing was started: .*packaging\/link is a link/);
  expect(await exists(at('/opt/mantel/versions/1.2.3'))).toBe(false);
});

it('another installation keeps the user, the options and the versions before', async () => {
  const { deps, ran, at } = await system();
  await installService(deps);
  await writeFile(at(PATHS.environment), 'MANTEL_NAME=hall\n');
  expect(await installService({ ...deps, version: '1.3.0' })).toMatchObject({ ok: true });
  expect(await readFile(at(PATHS.environment), 'utf8')).toBe('MANTEL_NAME=hall\n');
  expect(await readlink(at('/opt/mantel/current'))).toBe('versions/1.3.0');
  expect(await exists(at('/opt/mantel/versions/1.2.3/dist/main.js'))).toBe(true);
  expect(ran.filter((line) => line.startsWith('useradd'))).toEqual([]);
});

it.each([
  ['without systemd', {}, { 'systemctl --version': 127 }, /no systemd.*docs\/service\.md/],
  ['by another user than root', { uid: 1000 }, {}, /sudo/],
  ['with a Node in a home folder', { node: '/home/ada/.nvm/bin/node' }, {}, /home\/ada.*whole system/],
  ['if its user cannot be created', {}, { 'id -u mantel': 1, [userAdd()]: 9 }, /user mantel.*why/],
  ['if systemd refuses it', {}, { 'systemctl restart mantel': 1 }, /systemctl restart mantel failed: why/]
] as const)('an installation fails with a sentence %s', async (_, changes, codes, sentence) => {
  const { deps } = await system(codes);
  const done = await installService({ ...deps, ...changes });
  expect(done.ok ? '' : done.error.message).toMatch(sentence);
});

function userAdd() {
  return 'useradd --system --user-group --home-dir /var/lib/mantel --no-create-home --shell /usr/sbin/nologin mantel';
}

it('a removal leaves the data and the options, and says how to delete them', async () => {
  const { deps, ran, said, at } = await system();
  await installService(deps);
  await mkdir(at(PATHS.data), { recursive: true });
  expect(await uninstallService(deps)).toMatchObject({ ok: true });
  for (const path of [PATHS.base, `${PATHS.units}/mantel.service`, PATHS.command])
    expect(await exists(at(path)), path).toBe(false);
  for (const path of [PATHS.data, PATHS.environment]) expect(await exists(at(path)), path).toBe(true);
  expect(ran).toContain('systemctl disable --now mantel');
  expect(said.join()).toContain('sudo rm -r /var/lib/mantel /etc/mantel');
});

it('a removal keeps the backups of before updates, and says where they are', async () => {
  const { deps, said, at } = await system();
  await installService(deps);
  await mkdir(at(PATHS.updateBackups));
  await writeFile(at(`${PATHS.updateBackups}/one.backup`), 'data');
  expect(await uninstallService(deps)).toMatchObject({ ok: true });
  expect(await readFile(at(`${PATHS.updateBackups}/one.backup`), 'utf8')).toBe('data');
  expect(await exists(at('/opt/mantel/versions'))).toBe(false);
  expect(said.at(-1)).toContain('/opt/mantel/backups: 1.');
  expect(said.at(-1)).toContain('sudo rm -r /var/lib/mantel /etc/mantel /opt/mantel &&');
});

it('the installed command passes the options and the data folder of the service as a text, and runs none of it', async () => {
  const { deps, at } = await system();
  await installService(deps);
  const folder = at('/probe');
  await mkdir(folder);
  await writeFile(
    at('/probe/options'),
    `MANTEL_NAME=hall way\n; touch ${folder}/ran\n$(touch ${folder}/ran)\n`
  );
  await writeFile(at('/probe/main.js'), 'console.log(process.env.MANTEL_SERVICE_OPTIONS)');
  const installed = await readFile(at(PATHS.command), 'utf8');
  expect(installed).toContain('MANTEL_DATA_DIR=/var/lib/mantel\n');
  const script = installed
    .replaceAll(PATHS.environment, at('/probe/options'))
    .replaceAll('/opt/mantel/current/dist/main.js', at('/probe/main.js'))
    .replaceAll('/usr/bin/node', process.execPath);
  const { stdout } = await promisify(execFile)('sh', ['-c', script, 'mantel', 'service']);
  expect(stdout).toContain('MANTEL_NAME=hall way\n; touch ');
  expect(await exists(at('/probe/ran'))).toBe(false);
});

it('the state names the version, and its exit code says whether the service runs', async () => {
  const { deps, said } = await system();
  await installService(deps);
  expect(await showService(deps)).toBe(0);
  expect(said.at(-1)).toBe('service: active\nversion: 1.2.3\ndata:    /var/lib/mantel\n');
  const none = await system({ 'systemctl is-active mantel': 127 });
  const run: ServiceDeps['run'] = async () => ({ code: 127, stdout: '', stderr: '' });
  expect(await showService({ ...none.deps, run })).toBe(3);
  expect(none.said.at(-1)).toContain('no systemd');
});
