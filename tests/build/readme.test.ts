import { expect, it } from 'vitest';
import { commandsWith } from '../../proxy/box/cli/commands';
import { spellings } from '../../proxy/box/cli/help';
import { OPTION_ROWS } from '../../proxy/box/cli/options';
import { readText } from './repository';

it('docs/options.md has the options of the running program in its table, as this comparison prints them', () => {
  const rows = OPTION_ROWS.filter(({ property }) => commandsWith(property).length === 0).map((row) => {
    const written = spellings(row).map((spelling) => `\`${spelling}\``);
    const otherwise = row.value === undefined ? row.defaultLabel : `\`${row.defaultLabel}\``;
    return `| ${written.join(', ')} | \`${row.variable}\` | ${otherwise} | ${row.description} |`;
  });
  // The format of the document aligns its columns.
  const documented = readText('docs/options.md').match(/^\| `--.*$/gm);
  expect(documented?.map((row) => row.replaceAll(/ +/g, ' '))).toEqual(rows);
});
