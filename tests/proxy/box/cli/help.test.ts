import { expect, it } from 'vitest';
import { COMMAND_ROWS } from '../../../../proxy/box/cli/commands';
import { helpText } from '../../../../proxy/box/cli/help';
import { OPTION_ROWS } from '../../../../proxy/box/cli/options';
import { readOptions } from '../../../../proxy/box/cli/read-options';

const read = (argv: string[]) => {
  const result = readOptions(argv, {});
  return result.ok ? result.value : result.error.message;
};

it('the help names every option with what it is for, of which there are 27 at most', () => {
  expect(OPTION_ROWS.length).toBeLessThanOrEqual(27);
  for (const { flag } of OPTION_ROWS)
    expect(helpText()).toMatch(new RegExp(`^  ${flag}(?: <|, ).* {2}[A-Z].*\\. .*\\(.+\\)$`, 'm'));
});

it('the help of a command has its own options, and no others', () => {
  for (const argv of [
    ['backup', '--help'],
    ['backup', '/x', '-h'],
    ['help', 'backup']
  ])
    expect(read(argv)).toEqual({ kind: 'help', command: 'backup' });
  expect(read(['service', 'backups', '--help'])).toEqual({ kind: 'help', command: 'service backups' });
  expect(helpText('backup')).toMatch(/^Usage: mantel backup <file> \[options\]\n/);
  expect(helpText('backup')).toContain('--keep <count>');
  expect(helpText('backup')).not.toContain('--origin');
  expect(helpText('start')).toBe(helpText());
  expect(helpText('service backups')).toMatch(/^Usage: mantel service backups <folder>\|off \[options\]\n/);
  for (const { name, options = [] } of COMMAND_ROWS)
    for (const property of options) {
      const { flag } = OPTION_ROWS.find((each) => each.property === property) ?? { flag: 'missing' };
      expect(helpText(name)).toContain(flag);
    }
});

it('the help is printed if it is requested, whatever the other arguments are', () => {
  expect(read(['--help', '--nonsense'])).toEqual({ kind: 'help' });
  expect(read(['--version'])).toEqual({ kind: 'version' });
  for (const argv of [['-h'], ['help']]) expect(read(argv)).toEqual({ kind: 'help' });
  expect(read(['-v'])).toEqual({ kind: 'version' });
});
