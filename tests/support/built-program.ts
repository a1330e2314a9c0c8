import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { build } from '../../build/prepare.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    builtProgram: string;
  }
}

/**
 * The built program, with an empty page as its app, in a folder where it finds no packages. All tests of a run share it, so none may
 * change it.
 */
export const builtProgram = (): string => inject('builtProgram');

/** Vitest calls this before a run, and what it returns after it. */
export async function setup({ provide }: Pick<TestProject, 'provide'>) {
  await build(['proxy']);
  const built = fileURLToPath(new URL('../../dist', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'mantel-program-'));
  await cp(built, folder, { recursive: true, filter: (path) => path !== join(built, 'web') });
  await mkdir(join(folder, 'web'));
  await writeFile(join(folder, 'web/index.html'), '<!doctype html><title>Stands for the app</title>');
  provide('builtProgram', join(folder, 'main.js'));
  return () => rm(folder, { recursive: true });
}
