import { existsSync, watch } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The folder of a run of Vitest, by its process. Each worker is a child of it. */
const folderOf = (run: number) => join(tmpdir(), `mantel-program-${run}`);

/**
 * The program as one file, so that it starts in half a second, with an empty page as its app. The first test file that asks builds it for
 * the whole run, so none may change it.
 */
export async function builtProgram(): Promise<string> {
  const folder = folderOf(process.ppid);
  const dist = join(folder, 'dist');
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false
  );
  if (isFirst) await buildInto(folder, dist);
  else await untilBuilt(folder, dist);
  return join(dist, 'main.js');
}

async function buildInto(folder: string, dist: string): Promise<void> {
  const outDir = join(folder, 'building');
  const configFile = fileURLToPath(new URL('../../vite.proxy.config.ts', import.meta.url));
  // The program does not start without a page.
  await mkdir(join(outDir, 'web'), { recursive: true });
  await writeFile(join(outDir, 'web/index.html'), '<!doctype html><title>Mantel</title>');
  try {
    await build({ configFile, logLevel: 'silent', build: { outDir, minify: false } });
    await rename(outDir, dist);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

async function untilBuilt(folder: string, dist: string): Promise<void> {
  const watcher = watch(folder);
  while (!existsSync(dist)) {
    if (!existsSync(folder)) throw new Error('The program could not be built.');
    await once(watcher, 'change');
  }
  watcher.close();
}

/** Vitest calls this before a run, and what it returns after it. */
export const setup = () => () => rm(folderOf(process.pid), { recursive: true, force: true });
