import table from '../../../docs/options.md?raw';
import { COMMAND_ROWS, commandsWith, type CommandName } from './commands';
import { OPTION_ROWS, type OptionRow } from './options';

/** The rows of docs/options.md: what is written, the variable, the default and the description, between empty cells. */
const readTable = () =>
  (table.match(/^\| `--.*$/gm) ?? []).map((row) => row.replaceAll('`', '').split(/ *\| */));

function columns(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', text = '']) => `  ${name.padEnd(width)}  ${text}`).join('\n');
}

function optionRows(rows: readonly OptionRow[]) {
  const documented = readTable();
  return rows.map(({ property, variable }) => {
    const [, written = '', , preset = '', about = ''] = documented.find((row) => row[2] === variable) ?? [];
    const commands = commandsWith(property).join(' and ');
    return [written, `${about}${commands && ` With ${commands}.`} (${preset})`];
  });
}

/** What `--help` prints: all of it, or about one command. */
export function helpText(command?: CommandName): string {
  const row = COMMAND_ROWS.find((each) => each.name === command);
  if (!row?.options) return wholeHelp();
  const { name, options, description } = row;
  return `${`Usage: mantel ${name} ${row.arguments} [options]`.replace(/ {2,}/, ' ')}

${description}

${columns(optionRows(OPTION_ROWS.filter(({ property }) => options.includes(property))))}

mantel --help lists all commands and options.
`;
}

const wholeHelp = () => `Mantel: a touch panel for a Z-Wave home controller.

Usage: mantel [command] [options]

Commands; each has its own --help:
${columns(COMMAND_ROWS.map((row) => [`${row.name} ${row.arguments}`, row.description]))}

Options, each with its default:
${columns([...optionRows(OPTION_ROWS), ['--help, -h', 'Print this.'], ['--version, -v', 'Print the version.']])}

Each is a variable too: --http-port is MANTEL_HTTP_PORT, and --no-demo is MANTEL_DEMO=0. An empty variable is ignored.

Exit codes: 0 after an orderly end, 1 after a failure, 2 for a wrong option.
`;
