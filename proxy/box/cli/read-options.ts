import { parseArgs, type ParseArgsConfig } from 'node:util';
import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import { commandRow, commandsWith, type CommandName, type CommandRow } from './commands';
import { readEnvironmentFile } from './environment-file';
import { OPTION_ROWS, optionsSchema, VARIABLE_ROWS, type OptionRow, type Options } from './options';

/** A parsed command line: a command, or a request for the help (about a command, or all of it) or the version. */
type CliCommand =
  | {
      readonly kind: CommandName;
      /** Its argument, such as the path of a file; empty if it takes none. */
      readonly argument: string;
      readonly options: Options;
      /** A sentence for each variable that cannot be used. Only `doctor` goes on then. */
      readonly wrong: readonly string[];
    }
  | { readonly kind: 'help'; readonly command: CommandName | undefined }
  | { readonly kind: 'version' };

/** Variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

type RawOptions = Record<string, string | boolean>;
type Reading<T> = Result<T, 'bad-option'>;

const PREFIX = 'MANTEL_';

/** Environment variables with our prefix that are not options. Builds and test runs set them for all child processes. */
const FOREIGN = /^MANTEL_(?:TEST_.*|CHROMIUM|SERVICE_OPTIONS)$/;

/** The variable with the text of the service's file of variables. The installed `mantel` command sets it. */
const SERVICE_OPTIONS = 'MANTEL_SERVICE_OPTIONS';

const refuse = (message: string) => fail('bad-option', message);

const unknown = (what: string, name: string) => `There is no ${what} ${name}. See --help.`;

/**
 * Reads the command line and the environment. The command line has priority. Unknown and malformed options are errors with a sentence that
 * names them, because a typo must not leave something open that the owner meant to close. `doctor` reports wrong variables, and `service`
 * does not read them.
 */
export function readOptions(argv: readonly string[], environment: Environment): Reading<CliCommand> {
  const about = argv[0] === 'help' ? argv.slice(1) : argv;
  if (about !== argv || argv.includes('--help') || argv.includes('-h'))
    return succeed({ kind: 'help', command: commandRow(about)?.name });
  if (argv.includes('--version') || argv.includes('-v')) return succeed({ kind: 'version' });
  const fromArguments = readArguments(argv);
  if (!fromArguments.ok) return fromArguments;
  const { words, raw } = fromArguments.value;
  const [firstWord = 'start'] = words;
  const row = commandRow([firstWord, ...words.slice(1)]);
  if (!row) return refuse(unknown('option or command', firstWord));
  const argument = readArgument(row, words, raw);
  if (!argument.ok) return argument;
  const { variables, wrong } = readEnvironment(firstWord === 'service' ? {} : environment);
  const complete = (others: RawOptions): Reading<Options> => {
    const read = v.safeParse(optionsSchema, { ...others, ...raw });
    if (read.success) return checkTogether(read.output);
    const [issue] = read.issues;
    const property = v.getDotPath(issue);
    const flag = OPTION_ROWS.find((each) => each.property === property)?.flag ?? 'An option';
    return refuse(`${flag} is malformed: ${issue.message}.`);
  };
  const read = complete(variables);
  const allWrong = read.ok ? wrong : [...wrong, read.error.message];
  const [firstWrong] = allWrong;
  if (firstWrong !== undefined && row.name !== 'doctor') return refuse(firstWrong);
  // What is wrong with the variables together must not keep the doctor from its work.
  const options = read.ok ? read : complete({});
  if (!options.ok) return options;
  return succeed({ kind: row.name, argument: argument.value, options: options.value, wrong: allWrong });
}

/** The argument of a command. Fails if the command does not go with its arguments, or with the options of the command line. */
function readArgument(
  row: CommandRow<CommandName>,
  words: readonly string[],
  raw: RawOptions
): Reading<string> {
  const given = words.slice(row.name.split(' ').length);
  const others = given.slice(row.argument ? 1 : 0);
  if (others.length > 0) return refuse(`${row.name} takes no argument ${others.join(' ')}.`);
  for (const { property, flag } of OPTION_ROWS.filter((each) => each.property in raw)) {
    const commands = commandsWith(property);
    if (commands.length > 0 && !commands.includes(row.name))
      return refuse(`${flag} is for ${commands.join(' and ')}.`);
  }
  const { instead = '' } = row;
  if (!row.argument || (raw[instead] === true && given.length === 0)) return succeed('');
  if (instead in raw) return refuse(`${row.name} takes ${row.arguments} or --${instead}.`);
  if (given.length === 0) return refuse(`${row.name} needs ${row.arguments}.`);
  const read = v.safeParse(row.argument, given[0]);
  return read.success ? succeed(read.output) : refuse(`${row.name} is malformed: ${read.issues[0].message}.`);
}

/** Fails if options do not go together. */
function checkTogether(options: Options): Reading<Options> {
  const { hsts, origin, tlsCert, tlsKey, httpPort, httpsPort } = options;
  if (hsts && tlsCert === undefined && origin?.startsWith('https:') !== true)
    return refuse('--hsts needs a public name: an --origin with https, or --tls-cert.');
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    return refuse('A certificate needs its key: give both --tls-cert and --tls-key.');
  if (httpPort !== 0 && httpPort === httpsPort)
    return refuse(`--http-port and --https-port are both ${httpPort}: they need two ports.`);
  return succeed(options);
}

/** The options in variables, and a sentence for each one that cannot be used. */
function readEnvironment(environment: Environment) {
  const variables: RawOptions = {};
  const wrong: string[] = [];
  const all = { ...environment, ...readEnvironmentFile(environment[SERVICE_OPTIONS] ?? '') };
  for (const [variable, value = ''] of Object.entries(all)) {
    // An empty variable is absent: files with variables often list all of them.
    if (value === '' || !variable.startsWith(PREFIX) || FOREIGN.test(variable)) continue;
    const row = VARIABLE_ROWS.find((each) => each.variable === variable);
    const given = row?.isSwitch === true && /^[01]$/.test(value) ? value === '1' : value;
    const read = row && v.safeParse(row.schema, given);
    if (!row) wrong.push(unknown('option', variable));
    else if (read?.success !== false) variables[row.property] = given;
    else if (row.isSwitch) wrong.push(`${variable} is a switch: it is 0 or 1.`);
    else wrong.push(`${variable} is malformed: ${read.issues[0].message}.`);
  }
  return { variables, wrong };
}

/** The command with its arguments, and the options of the command line. */
function readArguments(argv: readonly string[]): Reading<{ words: string[]; raw: RawOptions }> {
  const raw: RawOptions = {};
  // Not strict: its own errors do not say which value is missing, and accept an option that is given twice.
  const parsed = parseArgs({ args: [...argv], options: SPELLED, strict: false, tokens: true });
  for (const token of parsed.tokens) {
    if (token.kind === 'positional') continue;
    const flag = token.kind === 'option' ? token.rawName : '';
    const row = OPTION_ROWS.find((each) => flag === each.flag || flag === negated(each));
    if (token.kind !== 'option' || !row) return refuse(unknown('option', argv[token.index] ?? ''));
    const { value, inlineValue } = token;
    if (row.property in raw) return refuse(`${row.flag} is given twice.`);
    if (row.isSwitch && value !== undefined) return refuse(`${flag} is a switch: it takes no value.`);
    if (!row.isSwitch && (value === undefined || (!inlineValue && value.startsWith('--'))))
      return refuse(`${flag} needs its value: see --help.`);
    raw[row.property] = value ?? flag === row.flag;
  }
  return succeed({ words: parsed.positionals, raw });
}

/** The word that turns a switch off. */
const negated = (row: OptionRow) => (row.isSwitch ? row.flag.replace('--', '--no-') : undefined);

/** The options, for `parseArgs`. */
const SPELLED: ParseArgsConfig['options'] = Object.fromEntries(
  OPTION_ROWS.map(({ flag, isSwitch }) => [flag.slice(2), { type: isSwitch ? 'boolean' : 'string' }])
);
