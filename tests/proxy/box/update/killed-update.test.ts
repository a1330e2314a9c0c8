import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { update } from '../../../../proxy/box/update/update';
import { archiveOf, installedService, messageOf, programOf } from '../../../support/installed-service';
import { temporaryFolder } from '../../../support/temporary-folder';

const OWNER = fileURLToPath(new URL('./trial-owner.ts', import.meta.url));

/** For the start of processes. */
const TIMEOUT_MS = 60_000;

it('a trial whose update is killed ends, and deletes its copy of the data with the key', async () => {
  const folder = await temporaryFolder();
  const copy = join(folder, 'copy');
  await mkdir(join(copy, 'deeper'), { recursive: true });
  await writeFile(join(copy, 'key'), 'secret');
  const pidFile = join(folder, 'pid');
  const start = `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));`;
  await writeFile(join(folder, 'main.cjs'), programOf('1.1.0', { start }));
  const owner = spawn(process.execPath, ['--import', 'tsx', OWNER, join(folder, 'main.cjs'), copy]);
  onTestFinished(() => void owner.kill('SIGKILL'));
  const trial = await vi.waitFor(
    async () => {
      expect(await readdir(copy)).toContain('screens');
      return Number(await readFile(pidFile, 'utf8'));
    },
    { timeout: TIMEOUT_MS }
  );
  const isRunning = () => {
    try {
      return process.kill(trial, 0);
    } catch {
      return false;
    }
  };
  onTestFinished(() => void (isRunning() && process.kill(trial, 'SIGKILL')));
  owner.kill('SIGKILL');
  await vi.waitFor(() => expect(isRunning()).toBe(false), { timeout: TIMEOUT_MS });
  expect(await readdir(copy)).toEqual([]);
});

it('an update deletes the copy of the data that an earlier one left, and makes its own for one user alone', async () => {
  const { deps, folder, base } = await installedService();
  const copy = join(base, 'trial');
  await mkdir(copy, { mode: 0o755 });
  await writeFile(join(copy, 'leftover'), '');
  const found = join(folder, 'found');
  const start = `require('fs').writeFileSync(${JSON.stringify(found)}, require('fs').readdirSync(process.argv[at + 1]).join() + (require('fs').statSync(process.argv[at + 1]).mode & 0o777).toString(8));`;
  const archive = await archiveOf(folder, '1.1.0', programOf('1.1.0', { start }));
  expect(messageOf(await update(archive, deps))).toBe('updated');
  expect(await readFile(found, 'utf8')).toMatch(/^key,screens700$/);
  await expect(stat(copy)).rejects.toThrow('ENOENT');
});

it('a refused update deletes the copy too', async () => {
  const { deps, base } = await installedService();
  await mkdir(join(base, 'trial'));
  expect(messageOf(await update('/nowhere.tgz', deps))).toMatch(/there is no/);
  expect(await readdir(base)).not.toContain('trial');
});
