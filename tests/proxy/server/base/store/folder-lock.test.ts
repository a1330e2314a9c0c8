import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { lockFolder, LOCKS } from '../../../../../proxy/server/base/store/folder-lock';
import { temporaryFolder } from '../../../../support/temporary-folder';

const HOLDER = fileURLToPath(new URL('./lock-holder.ts', import.meta.url));

async function folder(...names: string[]) {
  const path = join(await temporaryFolder(), ...names);
  await mkdir(path, { recursive: true });
  return path;
}

async function take(path: string) {
  const locked = await lockFolder(path);
  if (!locked.ok) return locked.error.code;
  onTestFinished(locked.value);
  return locked.value;
}

/** Another process that tries to lock the folder, with its output and a way to kill it. */
async function otherProcess(path: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', HOLDER, path], {
    stdio: ['ignore', 'pipe', 'inherit']
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    said: said.toString().trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  };
}

it('a folder belongs to one process, until that one is killed', async () => {
  const path = await folder('data');
  const first = await otherProcess(path);
  expect(first.said).toBe('held');
  expect(await take(path)).toBe('in-use');
  expect((await otherProcess(path)).said).toBe('in-use');

  await first.kill();
  expect(await take(path)).toBeTypeOf('function');
  expect((await otherProcess(path)).said).toBe('in-use');
});

it('a folder is free again after its release, and nothing is left in it', async () => {
  const path = await folder('data');
  const release = await take(path);
  expect(await take(path)).toBe('in-use');
  if (typeof release === 'function') await release();
  expect(await readdir(join(path, LOCKS))).toEqual([]);
  expect(await take(path)).toBeTypeOf('function');
});

it('one of many simultaneous processes gets the folder, even if there is a dead one’s lock', async () => {
  const path = await folder('data');
  await (await otherProcess(path)).kill();
  for (let round = 0; round < 10; round++) {
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(path)));
    const releases = taken.filter((one) => typeof one === 'function');
    expect(releases).toHaveLength(1);
    expect(await readdir(join(path, LOCKS))).toHaveLength(1);
    await releases[0]?.();
  }
});

it('a folder may have a longer path than a socket allows', async () => {
  const path = await folder('a'.repeat(100), 'b'.repeat(100));
  expect(await take(path)).toBeTypeOf('function');
  expect(await take(path)).toBe('in-use');
});
