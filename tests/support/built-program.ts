import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Builds the program as one file, so that it starts in half a second, with an empty page as its app. `remove` deletes it after the tests.
 */
export async function buildProgram(): Promise<{ program: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-program-'));
  const configFile = fileURLToPath(new URL('../../vite.proxy.config.ts', import.meta.url));
  // The program does not start without a page.
  await mkdir(join(folder, 'web'));
  await writeFile(join(folder, 'web/index.html'), '<!doctype html><title>Mantel</title>');
  await build({ configFile, logLevel: 'silent', build: { outDir: folder, minify: false } });
  return { program: join(folder, 'main.js'), remove: () => rm(folder, { recursive: true }) };
}
