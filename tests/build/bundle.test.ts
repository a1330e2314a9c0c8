import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, expect, it } from 'vitest';
import { statusSchema } from '#shared/wire';
import { LICENSES_FILE } from '../../build/licenses.mjs';
import { startProgram, type Program } from '../../tools/support/program';
import { findProcess } from '../../tools/support/vitals';
import { builtProgram } from '../support/built-program';
import { packageJson } from './repository';

const main = builtProgram();
const folder = dirname(main);
let program: Program;

beforeAll(async () => {
  program = await startProgram([], main);
  return () => program.end();
});

it('the built program is a launcher, one file and the thread of the record, which run without dependencies', async () => {
  const files = ['.bundled', LICENSES_FILE, 'main.js', 'program.mjs', 'record-thread.mjs', 'web'];
  expect(await readdir(folder)).toEqual(files);
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

it('the built program listens at its own two ports alone, so no other program tries passwords at its sources', async () => {
  const proc = `/proc/${await findProcess(program.dataDir)}`;
  const links = (await readdir(`${proc}/fd`)).map((fd) => readlink(`${proc}/fd/${fd}`).catch(() => ''));
  const own = new Set((await Promise.all(links)).map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  const rowsOf = async (table: string) =>
    (await readFile(`${proc}/net/${table}`, 'utf8')).split('\n').slice(1);
  const [tcp, tcp6, unix] = await Promise.all(['tcp', 'tcp6', 'unix'].map(rowsOf));
  const fields = (rows: readonly string[] = []) => rows.map((row) => row.trim().split(/\s+/));
  // 0A: listens. 00010000: accepts connections.
  const ports = fields([...(tcp ?? []), ...(tcp6 ?? [])])
    .filter((row) => row[3] === '0A' && own.has(row[9]))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16));
  const expected = [program.url, program.secureUrl].map((url) => Number(new URL(url).port));
  expect(ports.toSorted()).toEqual(expected.toSorted());
  // The lock of the data folder answers nothing.
  const sockets = fields(unix).filter((row) => row[3] === '00010000' && own.has(row[6]));
  expect(sockets.map((row) => row[7])).toEqual([expect.stringContaining('/locks/')]);
});
