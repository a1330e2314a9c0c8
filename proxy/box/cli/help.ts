import { COMMAND_ROWS, commandsWith, type CommandName } from './commands';
import { OPTION_ROWS, type OptionRow } from './options';

/** How an option is written: `--http-port <port>`, or both words of a switch. */
export const spellings = ({ flag, value }: OptionRow) =>
  value === undefined ? [flag, flag.replace('--', '--no-')] : [`${flag} ${value}`];

const plain = (text: string) => text.replaceAll('`', '');

function columns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', text = '']) => `  ${name.padEnd(width)}  ${text}`);
}

/** What `--help` prints: all of it, or about one command. */
export function helpText(command?: CommandName): string {
  const row = COMMAND_ROWS.find((each) => each.name === command);
  if (!row?.options) return wholeHelp();
  const { name, options, description } = row;
  return [
    `Usage: mantel ${name} ${row.arguments} [options]`.replace(/ {2,}/, ' '),
    '',
    plain(description),
    '',
    ...columns(optionRows(OPTION_ROWS.filter(({ property }) => options.includes(property)))),
    '',
    'mantel --help lists all commands and options.',
    ''
  ].join('\n');
}

const optionRows = (rows: readonly OptionRow[]) =>
  rows.map((row) => {
    const commands = commandsWith(row.property).join(' and ');
    const text = `${plain(row.description)}${commands && ` With ${commands}.`}`;
    return [spellings(row).join(', '), `${text} (${row.defaultLabel})`];
  });

function wholeHelp(): string {
  const rows = [
    ...optionRows(OPTION_ROWS),
    ['--help, -h', 'Print this.'],
    ['--version, -v', 'Print the version.']
  ];
  const commands = COMMAND_ROWS.map((row) => [`${row.name} ${row.arguments}`, row.description]);
  return [
    'Mantel: a touch panel for a Z-Wave home controller.',
    '',
    'Usage: mantel [command] [options]',
    '',
    'Commands; each has its own --help:',
    ...columns(commands),
    '',
    'Options, each with its default:',
    ...columns(rows),
    '',
    'Each is a variable too: --http-port is MANTEL_HTTP_PORT, and --no-demo is MANTEL_DEMO=0. An empty variable is ignored.',
    '',
    'Exit codes: 0 after an orderly end, 1 after a failure, 2 for a wrong option.',
    ''
  ].join('\n');
}
