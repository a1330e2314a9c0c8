import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { succeed } from '#shared/errors';
import { temporaryFolder } from '../../../support/temporary-folder';

const PROGRAM = fileURLToPath(new URL('./large.ts', import.meta.url));

/**
 * The size of the largest file, and the memory limit of a process that makes or restores its backup, in MB.
 */
const SIZE = 50;
const MAX_MEMORY_MB = 800;

it("a sealed backup of 50 MB is made, verified and restored within a small machine's memory", async () => {
  const folder = await temporaryFolder();
  const run = async (deed: string) => {
    const argv = ['--import', 'tsx', PROGRAM, deed, folder, String(SIZE)];
    const { stdout } = await promisify(execFile)(process.execPath, argv);
    return JSON.parse(stdout) as { done: unknown; megabytes: number };
  };
  const made = await run('backup');
  expect(made.done).toMatchObject({ ok: true });
  expect(made.megabytes).toBeLessThan(MAX_MEMORY_MB);
  const restored = await run('restore');
  expect(restored.done).toEqual(succeed(`Restored 3 files into ${join(folder, 'copy')}.\n`));
  expect(restored.megabytes).toBeLessThan(MAX_MEMORY_MB);
  const [before, after] = await Promise.all(
    ['data', 'copy'].map((name) => readFile(join(folder, name, 'layouts')))
  );
  expect(after && before?.equals(after)).toBe(true);
});
