import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { RunProgram } from '../../../../proxy/box/process';
import { update } from '../../../../proxy/box/update/update';
import { archiveOf, installedService, messageOf, programOf } from '../../../support/installed-service';
import { unsealFile } from '../../../support/sealed-folder';

it('an update runs the new version on a copy of the data, then replaces the service, and keeps three backups', async () => {
  const { deps, folder, base, current, versions, ran } = await installedService();
  const backups = [1, 2, 3].map((day) => `mantel-2025-12-0${day}T00-00-00-000Z.backup`);
  await mkdir(join(base, 'backups'));
  for (const name of backups) await writeFile(join(base, 'backups', name), '');
  const archive = await archiveOf(folder, '1.1.0', programOf('1.1.0'));
  expect(messageOf(await update(archive, deps))).toBe('updated');
  expect(await current()).toMatch(/^versions\/1\.1\.0-[0-9a-f]{8}$/);
  expect(ran).toEqual(['restart mantel']);
  expect(await versions()).toHaveLength(2);
  const kept = [...backups.slice(1), 'mantel-2026-01-01T00-00-00-000Z.backup'];
  expect(await readdir(join(base, 'backups'))).toEqual(kept);
});

it.each([
  ['that exits at once', { start: `console.error('a broken thing'); process.exit(1);` }, /a broken thing/],
  ['that never becomes ready', { status: 503 }, /not healthy/],
  ['that ends after a while', { start: 'setTimeout(() => process.exit(3), 700);' }, /not healthy/],
  [
    'that cannot read a stored file',
    {
      start: `for (const name of ['screens', 'managers']) require('fs').writeFileSync(process.argv[at + 1] + '/' + name + '.broken-1', '');`
    },
    /It cannot read managers, screens\.$/
  ]
])('an update to a version %s changes nothing', async (_, behaviour, why) => {
  const { deps, folder, dataDir, current, versions, ran } = await installedService();
  const archive = await archiveOf(folder, '1.1.0', programOf('1.1.0', behaviour));
  const message = messageOf(await update(archive, { ...deps, trialMs: 1_500 }));
  expect(message).toMatch(/was not installed, and nothing has changed/);
  expect(message).toMatch(why);
  expect(await current()).toBe('versions/1.0.0');
  expect(await versions()).toEqual(['1.0.0']);
  expect(ran).toEqual([]);
  expect(await unsealFile(dataDir, 'screens')).toEqual(['Kitchen']);
});

it('an update whose service does not become ready rolls back to the former version with its data', async () => {
  const { deps, folder, dataDir, current, versions, ran } = await installedService((version) =>
    version.endsWith('1.0.0')
  );
  const archive = await archiveOf(folder, '1.1.0', programOf('1.1.0'));
  const restored: unknown[] = [];
  const run: RunProgram = async (...command) => {
    if (command[1] === 'restart' && ran.includes('stop mantel'))
      restored.push(await unsealFile(dataDir, 'screens'));
    return deps.run(...command);
  };
  const message = messageOf(await update(archive, { ...deps, run }));
  expect(message).toMatch(/did not become ready, so the version before is back with its data\.$/);
  expect(await current()).toBe('versions/1.0.0');
  expect(ran).toEqual(['restart mantel', 'stop mantel', 'restart mantel']);
  expect(restored).toEqual([['Kitchen']]);
  expect(await versions()).toEqual(['1.0.0']);
});

it('an update that fails between the switch and the check of the health rolls back too', async () => {
  const { deps, folder, dataDir, current } = await installedService();
  const archive = await archiveOf(folder, '1.1.0', programOf('1.1.0'));
  const restarted: unknown[] = [];
  const run: RunProgram = async (...command) => {
    if (command[1] !== 'restart') return deps.run(...command);
    restarted.push([await current(), await unsealFile(dataDir, 'screens')]);
    const done = await deps.run(...command);
    if (restarted.length === 1) throw new Error('planted');
    return done;
  };
  const message = messageOf(await update(archive, { ...deps, run }));
  expect(message).toBe(
    'Mantel 1.1.0 is not installed. Its start could not be checked (planted), so the version before is back with its data.'
  );
  expect(restarted).toEqual([
    [expect.stringMatching(/^versions\/1\.1\.0-/), ['Kitchen']],
    ['versions/1.0.0', ['Kitchen']]
  ]);
});

it('a roll back goes on if the data cannot be written, and names the backup', async () => {
  const { deps, folder, base, dataDir, current, ran } = await installedService((version) =>
    version.endsWith('1.0.0')
  );
  const archive = await archiveOf(folder, '1.1.0', programOf('1.1.0'));
  const run: RunProgram = async (...command) => {
    if (command[1] === 'stop') await rename(dataDir, `${dataDir}-elsewhere`);
    if (command[1] === 'restart' && ran.includes('stop mantel'))
      await rename(`${dataDir}-elsewhere`, dataDir);
    return deps.run(...command);
  };
  const message = messageOf(await update(archive, { ...deps, run }));
  expect(message).toContain(`The return of the data, which is in ${join(base, 'backups')}/`);
  expect(await current()).toBe('versions/1.0.0');
  expect(ran).toEqual(['restart mantel', 'stop mantel', 'restart mantel']);
});

it('an update whose version cannot become the current one changes nothing', async () => {
  const { deps, folder, base, dataDir, current, versions, ran } = await installedService();
  const archive = await archiveOf(folder, '1.1.0', programOf('1.1.0'));
  await mkdir(join(base, 'current.new', 'in the way'), { recursive: true });
  expect(messageOf(await update(archive, deps))).toMatch(
    /^Mantel 1\.1\.0 was not installed, and nothing has changed\./
  );
  expect([await current(), await versions(), ran]).toEqual(['versions/1.0.0', ['1.0.0'], []]);
  expect(await unsealFile(dataDir, 'screens')).toEqual(['Kitchen']);
});

it('an interrupted update ends its trial and changes nothing', async () => {
  const { deps, folder, current, versions, ran } = await installedService();
  const pidFile = join(folder, 'pid');
  const start = `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));`;
  const archive = await archiveOf(folder, '1.1.0', programOf('1.1.0', { start }));
  const interruption = new AbortController();
  const updated = update(archive, { ...deps, trialMs: 600_000, signal: interruption.signal });
  const pid = await vi.waitFor(
    async () => {
      // The file is there before its content.
      const text = await readFile(pidFile, 'utf8');
      expect(text).not.toBe('');
      return Number(text);
    },
    { timeout: 60_000 }
  );
  interruption.abort();
  expect(messageOf(await updated)).toMatch(/nothing has changed\. It was interrupted\.$/);
  expect([await current(), await versions(), ran]).toEqual(['versions/1.0.0', ['1.0.0'], []]);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

it.each([
  ['that is missing', async () => '/nowhere/mantel.tgz', /there is no \/nowhere\/mantel\.tgz/],
  [
    'that is damaged',
    async (folder: string) => {
      const path = await archiveOf(folder, '1.1.0', programOf('1.1.0'));
      await writeFile(path, (await readFile(path)).subarray(0, 200));
      return path;
    },
    /not a complete archive/
  ],
  [
    'of something else',
    async (folder: string) => archiveOf(folder, '1.1.0', programOf('1.1.0'), 'other'),
    /not an archive of Mantel/
  ],
  [
    'with a link in it',
    async (folder: string) => {
      await mkdir(join(folder, 'content-1.1.0/package/dist'), { recursive: true });
      await symlink('/etc/hostname', join(folder, 'content-1.1.0/package/dist/link'));
      return archiveOf(folder, '1.1.0', programOf('1.1.0'));
    },
    /dist\/link is a link or a special file/
  ],
  [
    'that cannot run here',
    async (folder: string) => archiveOf(folder, '1.1.0', 'syntax error'),
    /does not start: .*SyntaxError/s
  ],
  [
    'with another hash beside it',
    async (folder: string) => {
      const path = await archiveOf(folder, '1.1.0', programOf('1.1.0'));
      await writeFile(`${path}.sha256`, `${'0'.repeat(64)}  mantel-1.1.0.tgz\n`);
      return path;
    },
    /not the expected archive: its SHA-256 is [0-9a-f]{64}/
  ]
] as const)('an archive %s is refused, and nothing changes', async (_, make, why) => {
  const { deps, folder, current, versions, ran } = await installedService();
  expect(messageOf(await update(await make(folder), deps))).toMatch(why);
  expect(await current()).toBe('versions/1.0.0');
  expect(await versions()).toEqual(['1.0.0']);
  expect(ran).toEqual([]);
});

it('a checkout and a copy outside of the service are told what to do instead', async () => {
  const { deps, folder } = await installedService();
  expect(messageOf(await update('x.tgz', { ...deps, isCheckout: true }))).toContain('git pull');
  expect(messageOf(await update('x.tgz', { ...deps, packageFolder: folder }))).toContain(
    'not installed as a service'
  );
});

it('an update to the version that runs does nothing, and is no failure', async () => {
  const { deps, folder, base, current, versions, ran, said } = await installedService();
  const archive = await archiveOf(folder, '1.1.0', programOf('1.1.0'));
  expect(messageOf(await update(archive, deps))).toBe('updated');
  const running = [await current(), await versions(), [...ran]];
  const program = join(base, await current(), 'dist/main.js');
  await writeFile(program, 'in use');

  expect(messageOf(await update(archive, { ...deps, version: '1.1.0' }))).toBe('updated');
  expect(said.at(-1)).toBe('Mantel 1.1.0 of this archive runs already.\n');
  expect([await current(), await versions(), ran]).toEqual(running);
  expect(await readFile(program, 'utf8')).toBe('in use');
});
