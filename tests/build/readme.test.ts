import { expect, it } from 'vitest';
import { OPTION_ROWS } from '../../proxy/box/cli/options';
import { readText } from './repository';

it('docs/options.md has each option of the program in its order, as it is written, with its default', () => {
  const rows = OPTION_ROWS.map(({ flag, isSwitch, variable, schema }) => {
    const value: unknown = 'default' in schema ? schema.default : undefined;
    const preset = isSwitch ? (value === true ? 'on' : 'off') : '`[^`]+`';
    const exact = typeof value === 'string' ? `\`${value}\`` : preset;
    const written = isSwitch ? `\`${flag}\`, \`${flag.replace('--', '--no-')}\`` : `\`${flag} <\\w+>\``;
    return new RegExp(`^\\| ${written} \\| \`${variable}\` \\| ${exact} \\| [A-Z].*\\. \\|$`);
  });
  // The format of the document aligns its columns.
  const documented = readText('docs/options.md').match(/^\| `--.*$/gm) ?? [];
  expect(documented.map((row) => row.replaceAll(/ +/g, ' '))).toEqual(
    rows.map((row) => expect.stringMatching(row) as unknown)
  );
});
