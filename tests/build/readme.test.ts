import { expect, it } from 'vitest';
import { commandsWith } from '../../proxy/box/cli/commands';
import { spellings } from '../../proxy/box/cli/help';
import { OPTION_ROWS } from '../../proxy/box/cli/options';
import { packageJson, readText } from './repository';

it('docs/options.md has the options of the running program in its table, as this comparison prints them', () => {
  const rows = OPTION_ROWS.filter(({ property }) => commandsWith(property).length === 0).map((row) => {
    const written = spellings(row).map((spelling) => `\`${spelling}\``);
    const otherwise = row.value === undefined ? row.defaultLabel : `\`${row.defaultLabel}\``;
    return `| ${written.join(', ')} | \`${row.variable}\` | ${otherwise} | ${row.description} |`;
  });
  expect(readText('docs/options.md').match(/^\| `--.*$/gm)).toEqual(rows);
});

it('CONTRIBUTING.md names only existing commands', () => {
  const named = [...readText('CONTRIBUTING.md').matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(named));
});
