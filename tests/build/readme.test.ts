import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { optionsTable } from '../../proxy/cli/help';
import { packageJson, readText, root } from './repository';

it("docs/options.md has the program's table of options (npx tsx build/options-table.mjs writes it)", () => {
  const [table] = /<!-- options -->[^]*<!-- \/options -->/.exec(readText('docs/options.md')) ?? [];
  expect(table).toBe(optionsTable());
});

it('CONTRIBUTING.md names only existing commands', () => {
  const named = [...readText('CONTRIBUTING.md').matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(named));
});

/** The names of the steps that `npm test` runs, as `npm test -- --help` lists them. */
async function usualSteps(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, '.ci/test.mjs'), '--help']);
  const [usual = ''] = stdout.split('npm run check:long');
  return [...usual.matchAll(/^ {2}([\w-]+) /gm)].map(([, name = '']) => name);
}

it('CONTRIBUTING.md lists the steps of npm test in their order', async () => {
  const steps = await usualSteps();
  expect(steps).toContain('unit');
  expect(readText('CONTRIBUTING.md')).toContain(steps.join(', '));
});
