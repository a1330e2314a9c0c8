import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { build } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import { statusSchema } from '#shared/wire';
import { LICENSES_FILE } from '../../build/licenses.mjs';
import { startProgram, type Program } from '../../tools/support/program';
import { packageJson, root } from './repository';

let folder: string;
let program: Program;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-bundle-'));
  await build({
    configFile: join(root, 'vite.proxy.config.ts'),
    logLevel: 'silent',
    build: { outDir: folder }
  });
  await mkdir(join(folder, 'web'));
  await writeFile(join(folder, 'web/index.html'), '<!doctype html><title>Stands for the app</title>');
  program = await startProgram([], join(folder, 'main.js'));
  return async () => {
    await program.end();
    await rm(folder, { recursive: true });
  };
});

it('the built program is a launcher and one file, which run without dependencies', async () => {
  expect(await readdir(folder)).toEqual(['.bundled', LICENSES_FILE, 'main.js', 'program.mjs', 'web']);
  expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
});

it('the built program serves the app beside it, from any working directory', async () => {
  expect(await (await fetch(program.url)).text()).toContain('Stands for the app');
});

it('the built program knows its package version', async () => {
  const status = v.parse(statusSchema, await (await fetch(`${program.url}/api/status`)).json());
  expect(status.version).toBe(packageJson.version);
});

it('the built program serves the licences of its packages', async () => {
  const text = await (await fetch(`${program.url}/${LICENSES_FILE}`)).text();
  expect(text).toContain('fastify');
});

it('the built program leaves out the compilers of JSON schemas, which no route needs', async () => {
  const packages = await readFile(join(folder, LICENSES_FILE), 'utf8');
  expect(packages).not.toMatch(/ajv-compiler|fast-json-stringify-compiler/);
  expect((await stat(join(folder, 'program.mjs'))).size).toBeLessThan(1_700_000);
});

it('the built program ends in order on a signal', async () => {
  expect(await program.stop()).toBe(0);
});
