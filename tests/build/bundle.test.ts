import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, expect, it } from 'vitest';
import { statusSchema } from '#shared/wire';
import { LICENSES_FILE } from '../../build/licenses.mjs';
import { startProgram, type Program } from '../../tools/support/program';
import { builtProgram } from '../support/built-program';
import { packageJson } from './repository';

const main = builtProgram();
const folder = dirname(main);
let program: Program;

beforeAll(async () => {
  program = await startProgram([], main);
  return () => program.end();
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

it('the built program leaves out the compilers of JSON schemas, and what it does not use of undici', async () => {
  const packages = await readFile(join(folder, LICENSES_FILE), 'utf8');
  expect(packages).not.toMatch(/ajv-compiler|fast-json-stringify-compiler/);
  expect(await readFile(join(folder, 'program.mjs'), 'utf8')).not.toContain('MockAgent');
  expect((await stat(join(folder, 'program.mjs'))).size).toBeLessThan(1_450_000);
});

it('the built program ends in order on a signal', async () => {
  expect(await program.stop()).toBe(0);
});
