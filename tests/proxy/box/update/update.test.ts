import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunProgram } from '../../../../proxy/box/process';
import { PATHS } from '../../../../proxy/box/service/system-files';
import { update } from '../../../../proxy/box/update/update';
import { FORMAT } from '../../../../proxy/server/base/store/folder-format';
import { archiveOf, installedService, messageOf, screensOf } from '../../../support/installed-service';
import { sealFile, unsealFile } from '../../../support/sealed-folder';

const SWITCH = ['start mantel-update.service', 'stop mantel', 'daemon-reload', 'start mantel'];
const BACK = ['stop mantel', 'daemon-reload', 'start mantel'];

it('an update switches the service with its units, and keeps the version before and three backups', async () => {
  const { deps, folder, base, current, versions, ran, installed } = await installedService();
  const backups = [1, 2, 3].map((day) => `mantel-2025-12-0${day}T00-00-00-000Z.backup`);
  await mkdir(join(base, 'backups'));
  for (const name of backups) await writeFile(join(base, 'backups', name), '');
  const archive = await archiveOf(folder, '1.1.0', { unit: '# of 1.1.0\n' });
  expect(messageOf(await update(archive, deps))).toBe('updated');
  expect(await current()).toMatch(/^1\.1\.0-[0-9a-f]{8}$/);
  expect(ran).toEqual(SWITCH);
  expect(await versions()).toHaveLength(2);
  expect(await installed('/etc/systemd/system/mantel.service')).toContain('# of 1.1.0');
  const kept = [...backups.slice(1), 'mantel-2026-01-01T00-00-00-000Z.backup'];
  expect(await readdir(join(base, 'backups'))).toEqual(kept);
});

it.each([
  ['that ends', { diesAfter: 3 }, 'It ended by itself (exit-code, exit code 3): see journalctl -u mantel.'],
  [
    'that ends when it has been ready',
    { diesAfter: 150 },
    'It ended by itself (exit-code, exit code 3): see journalctl -u mantel.'
  ],
  ['that never becomes ready', { isUnready: true }, 'It did not become ready: see journalctl -u mantel.'],
  ['that cannot read a stored file', { setsAside: 'recovery' }, 'It cannot read recovery.']
])('a version %s is taken back with the data and the units of before', async (_, behaviour, why) => {
  const { deps, folder, dataDir, current, versions, ran, installed, hooks } = await installedService({
    '1.1.0': behaviour
  });
  const archive = await archiveOf(folder, '1.1.0', { unit: '# of 1.1.0\n' });
  const startedWith: unknown[] = [];
  hooks['start mantel'] = async () => startedWith.push(await unsealFile(dataDir, 'layout-0a'));
  // After the backup the phone is signed out.
  hooks['stop mantel'] = () => sealFile(dataDir, 'screens', screensOf('Kitchen'));
  const done = await update(archive, deps);
  expect(messageOf(done)).toBe(
    `Mantel 1.1.0 is not installed. ${why} The version before is back with its data.`
  );
  expect({ current: await current(), versions: await versions() }).toEqual({
    current: '1.0.0',
    versions: ['1.0.0']
  });
  expect(ran).toEqual([...SWITCH, ...BACK]);
  expect(startedWith).toEqual(['chosen', 'chosen']);
  expect(await unsealFile(dataDir, 'screens')).toEqual(screensOf('Kitchen'));
  expect(await installed('/etc/systemd/system/mantel.service')).not.toContain('# of 1.1.0');
});

it.each([
  ['the data', 'data', /The data could not be restored from \/.*\/backups\/mantel-2026.*\.backup: /],
  ['the units', 'units', /The version before could not be set: /]
] as const)('a version that is no good is left also if %s cannot be written', async (_, what, said) => {
  const { deps, root, folder, dataDir, current, isReady, hooks } = await installedService({
    '1.1.0': { diesAfter: 3 }
  });
  const place = what === 'data' ? dataDir : join(root, PATHS.units);
  const archive = await archiveOf(folder, '1.1.0', { unit: '# of 1.1.0\n' });
  hooks['stop mantel'] = async () => {
    hooks['stop mantel'] = async () => {
      await rename(place, `${place}-elsewhere`);
      if (what === 'units') await writeFile(place, '');
    };
    hooks['start mantel'] = async () => {
      if (what === 'data') await rename(`${place}-elsewhere`, place).catch(() => undefined);
    };
  };
  expect(messageOf(await update(archive, deps))).toMatch(said);
  expect({ current: await current(), isReady: await isReady('1.0.0') }).toEqual({
    current: '1.0.0',
    isReady: true
  });
});

it('units and commands that the owner has changed stay as they are', async () => {
  const { deps, root, folder, installed } = await installedService();
  await writeFile(join(root, PATHS.command), 'my own');
  const archive = await archiveOf(folder, '1.1.0', { unit: '# of 1.1.0\n' });
  expect(messageOf(await update(archive, deps))).toBe('updated');
  expect(await installed(PATHS.command)).toBe('my own');
  expect(await installed('/etc/systemd/system/mantel.service')).toContain('# of 1.1.0');
});

it.each([
  ['that is missing', async () => '/nowhere/mantel.tgz', /there is no \/nowhere\/mantel\.tgz/],
  [
    'that is damaged',
    async (folder: string) => {
      const path = await archiveOf(folder, '1.1.0');
      await writeFile(path, (await readFile(path)).subarray(0, 200));
      return path;
    },
    /^\S+ is not a complete archive: [^\n]+$/
  ],
  [
    'of something else',
    async (folder: string) => archiveOf(folder, '1.1.0', { name: 'other' }),
    /not an archive of Mantel/
  ],
  [
    'with a link in it',
    async (folder: string) => {
      await mkdir(join(folder, 'content-1.1.0/package/dist'), { recursive: true });
      await symlink('/etc/hostname', join(folder, 'content-1.1.0/package/dist/link'));
      return archiveOf(folder, '1.1.0');
    },
    /dist\/link is a link or a special file/
  ],
  [
    'with another hash beside it',
    async (folder: string) => {
      const path = await archiveOf(folder, '1.1.0');
      await writeFile(`${path}.sha256`, `${'0'.repeat(64)}  mantel-1.1.0.tgz\n`);
      return path;
    },
    /not the expected archive: its SHA-256 is [0-9a-f]{64}/
  ],
  [
    'that converts data from a later format on',
    async (folder: string) =>
      archiveOf(folder, '1.1.0', { dataFormat: FORMAT + 2, oldestDataFormat: FORMAT + 1 }),
    /^Mantel 1\.1\.0 cannot read the data\. The folder is in format 2, and 3 is the oldest .* Nothing has changed\.$/
  ]
] as const)('an archive %s is refused, and nothing changes', async (_, make, why) => {
  const { deps, folder, current, versions, ran } = await installedService();
  expect(messageOf(await update(await make(folder), deps))).toMatch(why);
  expect({ current: await current(), versions: await versions(), ran }).toEqual({
    current: '1.0.0',
    versions: ['1.0.0'],
    ran: []
  });
});

it('a full disk is called so, in one sentence', async () => {
  const { deps, folder } = await installedService();
  const archive = await archiveOf(folder, '1.1.0');
  const full = 'tar: dist/main.js: Cannot write: No space left on device\n'.repeat(80);
  const run: RunProgram = async (start, ...argv) =>
    typeof start === 'object' ? { code: 2, stdout: '', stderr: full } : deps.run(start, ...argv);
  expect(messageOf(await update(archive, { ...deps, run }))).toBe(
    'The disk of /opt/mantel is full, so free some space.'
  );
});

it('a copy outside of the service is told what to do instead', async () => {
  const { deps, folder } = await installedService();
  const message = messageOf(await update('x.tgz', { ...deps, packageFolder: folder }));
  expect(message).toMatch(/not installed as a service\. .*git pull.*unpack the new archive/);
});

it('a version "runs already" only if it answers: otherwise it is started, and judged', async () => {
  const { deps, folder, base, versions, ran, said } = await installedService({
    '1.2.0': { isUnready: true }
  });
  const archive = await archiveOf(folder, '1.1.0');
  expect(messageOf(await update(archive, deps))).toBe('updated');
  const running = [await versions(), [...ran]];
  expect(messageOf(await update(archive, deps))).toBe('updated');
  expect(said.at(-1)).toBe('Mantel 1.1.0 of this archive runs already.\n');
  expect([await versions(), ran]).toEqual(running);

  await deps.run('systemctl', 'stop', 'mantel');
  expect(messageOf(await update(archive, deps))).toBe('updated');
  expect(ran.slice(-2)).toEqual(['stop mantel', 'start mantel']);
  await deps.run('systemctl', 'stop', 'mantel');
  const [name = ''] = (await versions()).filter((each) => each.startsWith('1.1.0'));
  const about = JSON.stringify({ name: 'mantel', version: '9' });
  await writeFile(join(base, 'versions', name, 'package.json'), about);
  expect(messageOf(await update(archive, deps))).toMatch(
    /is installed\. It did not become ready.*`mantel update --back`/
  );
});
