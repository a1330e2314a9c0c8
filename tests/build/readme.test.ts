import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { optionsTable } from '../../proxy/cli/help';

const read = (path: string) => readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const packageSchema = v.object({ scripts: v.record(v.string(), v.string()) });

it("docs/options.md has the program's table of options (npx tsx build/options-table.mjs writes it)", async () => {
  const [table] = /<!-- options -->[^]*<!-- \/options -->/.exec(await read('docs/options.md')) ?? [];
  expect(table).toBe(optionsTable());
});

it('CONTRIBUTING.md names only existing commands', async () => {
  const { scripts } = v.parse(packageSchema, JSON.parse(await read('package.json')));
  const named = [...(await read('CONTRIBUTING.md')).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});

/** The names of the steps that `npm test` runs, as `npm test -- --help` lists them. */
async function usualSteps(): Promise<string[]> {
  const runner = fileURLToPath(new URL('../../.ci/test.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [runner, '--help']);
  const [usual = ''] = stdout.split('npm run check:long');
  return [...usual.matchAll(/^ {2}([\w-]+) /gm)].map(([, name = '']) => name);
}

it('CONTRIBUTING.md lists the steps of npm test in their order', async () => {
  const steps = await usualSteps();
  expect(steps).toContain('unit');
  expect(await read('CONTRIBUTING.md')).toContain(steps.join(', '));
});
