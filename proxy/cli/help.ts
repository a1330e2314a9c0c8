import { OPTION_ROWS, type OptionRow } from './options';

/** How an option is written: `--http-port <port>`, or both words of a switch. */
const spellings = ({ flag, value }: OptionRow) =>
  value === undefined ? [flag, flag.replace('--', '--no-')] : [`${flag} ${value}`];

const plain = (text: string) => text.replaceAll('`', '');

/** What `--help` prints. */
export function helpText(): string {
  const rows = [
    ...OPTION_ROWS.map((row) => [
      spellings(row).join(', '),
      `${plain(row.description)} (${row.defaultLabel})`
    ]),
    ['--help', 'Print this.'],
    ['--version', 'Print the version.']
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return [
    'Mantel: a touch panel for a Z-Wave home controller.',
    '',
    'Options, each with its default:',
    ...rows.map(([name = '', text = '']) => `  ${name.padEnd(width)}  ${text}`),
    '',
    'Each is a variable too: --http-port is MANTEL_HTTP_PORT, and --no-demo is MANTEL_DEMO=0.',
    ''
  ].join('\n');
}

/** The options table of the README, with the marks around it. */
export function optionsTable(): string {
  const rows = OPTION_ROWS.map((row) => {
    const otherwise = row.value === undefined ? row.defaultLabel : `\`${row.defaultLabel}\``;
    const raw = spellings(row).map((spelling) => `\`${spelling}\``);
    return `| ${raw.join(', ')} | \`${row.variable}\` | ${otherwise} | ${row.description} |`;
  });
  return [
    '<!-- options -->',
    '',
    '| option | variable | default | |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    '<!-- /options -->'
  ].join('\n');
}
