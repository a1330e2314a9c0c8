import { expect, it } from 'vitest';
import { optionsTable } from '../../proxy/box/cli/help';
import { packageJson, readText } from './repository';

it("docs/options.md has the program's table of options, as this comparison prints it", () => {
  const [table] = /<!-- options -->[^]*<!-- \/options -->/.exec(readText('docs/options.md')) ?? [];
  expect(table).toBe(optionsTable());
});

it('CONTRIBUTING.md names only existing commands', () => {
  const named = [...readText('CONTRIBUTING.md').matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(named));
});
