import { fail, succeed, type Result } from '#shared/errors';
import * as v from 'valibot';
import { parseArgs } from 'node:util';
import { OPTION_ROWS, optionsSchema, type OptionRow, type Options } from './options';

/** A parsed command line. */
type CliCommand =
  | { readonly kind: 'run'; readonly options: Options }
  /** Copies the data folder to a file, or a file to the data folder. */
  | { readonly kind: 'backup' | 'restore'; readonly file: string; readonly options: Options }
  /** Prints a setup code. */
  | { readonly kind: 'setup-code'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' };

type RawOptions = Record<string, string | boolean>;
type Reading<T> = Result<T, 'bad-option'>;

const PREFIX = 'MANTEL_';

/** Environment variables with our prefix that are not options. Builds and test runs set them for all child processes. */
const FOREIGN = /^MANTEL_(?:TEST_.*|CHROMIUM)$/;

const refuse = (message: string) => fail('bad-option', message);

/**
 * Reads the command line and the environment. The command line has priority. Unknown and malformed options are errors with a sentence that
 * names them, because a typo must not leave something open that the owner meant to close.
 */
export function readOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>
): Reading<CliCommand> {
  if (argv.includes('--help')) return succeed({ kind: 'help' });
  if (argv.includes('--version')) return succeed({ kind: 'version' });
  const fromEnvironment = readEnvironment(environment);
  if (!fromEnvironment.ok) return fromEnvironment;
  const fromArguments = readArguments(argv);
  if (!fromArguments.ok) return fromArguments;

  const read = v.safeParse(optionsSchema, { ...fromEnvironment.value, ...fromArguments.value });
  if (read.success) return commandOf(read.output);
  const [issue] = read.issues;
  const property = v.getDotPath(issue);
  const row = OPTION_ROWS.find((each) => each.property === property);
  const name = property !== null && property in fromArguments.value ? row?.flag : row?.variable;
  return refuse(`${name ?? 'An option'} is malformed: ${issue.message}.`);
}

function commandOf(options: Options): Reading<CliCommand> {
  const { backup, restore, plain, endScreens, hsts, origin, tlsCert, setupCode } = options;
  if (hsts && tlsCert === undefined && origin?.startsWith('https:') !== true)
    return refuse('--hsts needs a public name: an --origin with https, or --tls-cert.');
  if (backup !== undefined && restore !== undefined)
    return refuse('--backup and --restore do not go together.');
  if (plain && backup === undefined) return refuse('--plain is for --backup.');
  if (endScreens && restore === undefined) return refuse('--end-screens is for --restore.');
  if (setupCode) return succeed({ kind: 'setup-code', options });
  if (backup !== undefined) return succeed({ kind: 'backup', file: backup, options });
  if (restore !== undefined) return succeed({ kind: 'restore', file: restore, options });
  return succeed({ kind: 'run', options });
}

function readEnvironment(environment: Readonly<Record<string, string | undefined>>): Reading<RawOptions> {
  const raw: RawOptions = {};
  for (const [variable, value] of Object.entries(environment)) {
    if (value === undefined || !variable.startsWith(PREFIX) || FOREIGN.test(variable)) continue;
    const row = OPTION_ROWS.find((each) => each.variable === variable);
    if (!row) return refuse(`There is no option ${variable}.`);
    if (!isSwitch(row)) raw[row.property] = value;
    else if (value === '0' || value === '1') raw[row.property] = value === '1';
    else return refuse(`${variable} is a switch: it is 0 or 1.`);
  }
  return succeed(raw);
}

function readArguments(argv: readonly string[]): Reading<RawOptions> {
  const raw: RawOptions = {};
  // Not strict: its own errors do not say which value is missing, and accept an option that is given twice.
  const { tokens } = parseArgs({ args: [...argv], options: VALUED, strict: false, tokens: true });
  for (const token of tokens) {
    const flag = token.kind === 'option' ? token.rawName : '';
    const row = OPTION_ROWS.find((each) => flag === each.flag || flag === negated(each));
    if (token.kind !== 'option' || !row) return refuse(`There is no option ${argv[token.index] ?? ''}.`);
    const { value, inlineValue } = token;
    if (row.property in raw) return refuse(`${row.flag} is given twice.`);
    if (isSwitch(row)) {
      if (inlineValue) return refuse(`${flag} is a switch: it takes no value.`);
      raw[row.property] = flag === row.flag;
    } else {
      if (value === undefined || (!inlineValue && value.startsWith('--')))
        return refuse(`${flag} needs its value, ${row.value ?? ''}.`);
      raw[row.property] = value;
    }
  }
  return succeed(raw);
}

const isSwitch = ({ value }: OptionRow) => value === undefined;

/** The word that turns a switch off. */
const negated = (row: OptionRow) => (isSwitch(row) ? row.flag.replace('--', '--no-') : undefined);

/** The options with a value, for `parseArgs`. It treats all others as switches. */
const VALUED = Object.fromEntries(
  OPTION_ROWS.filter((row) => !isSwitch(row)).map(({ flag }) => [flag.slice(2), { type: 'string' } as const])
);
