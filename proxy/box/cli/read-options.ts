import { fail, succeed, type Result } from '#shared/errors';
import * as v from 'valibot';
import { parseArgs } from 'node:util';
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

/** The error of an unknown name. */
const refuseUnknown = (what: string, name: string) => refuse(`There is no ${what} ${name}. See --help.`);

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
  if (!row) return refuseUnknown('option or command', firstWord);
  const argument = readArgument(row, words, raw);
  if (!argument.ok) return argument;
  const { variables, wrong } = readEnvironment(firstWord === 'service' ? {} : environment);
  const [firstWrong] = wrong;
  const isDoctor = row.name === 'doctor';
  if (firstWrong !== undefined && !isDoctor) return refuse(firstWrong);

  const complete = (others: RawOptions): Reading<Options> => {
    const read = v.safeParse(optionsSchema, { ...others, ...raw });
    if (read.success) return checkTogether(read.output);
    const [issue] = read.issues;
    const property = v.getDotPath(issue);
    const flag = OPTION_ROWS.find((each) => each.property === property)?.flag ?? 'An option';
    return refuse(`${flag} is malformed: ${issue.message}.`);
  };
  const read = complete(variables);
  // What is wrong with the variables together must not keep the doctor from its work.
  const options = read.ok || !isDoctor ? read : complete({});
  if (!options.ok) return options;
  return succeed({
    ...{ kind: row.name, argument: argument.value, options: options.value },
    wrong: read.ok ? wrong : [...wrong, read.error.message]
  });
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
    const read = readVariable(variable, value);
    if (read.ok) Object.assign(variables, read.value);
    else wrong.push(read.error.message);
  }
  return { variables, wrong };
}

function readVariable(variable: string, value: string): Reading<RawOptions> {
  const row = VARIABLE_ROWS.find((each) => each.variable === variable);
  if (!row) return refuseUnknown('option', variable);
  if (row.isSwitch)
    return value === '0' || value === '1'
      ? succeed({ [row.property]: value === '1' })
      : refuse(`${variable} is a switch: it is 0 or 1.`);
  const read = v.safeParse(row.schema, value);
  return read.success
    ? succeed({ [row.property]: value })
    : refuse(`${variable} is malformed: ${read.issues[0].message}.`);
}

/** The command with its arguments, and the options of the command line. */
function readArguments(argv: readonly string[]): Reading<{ words: string[]; raw: RawOptions }> {
  const raw: RawOptions = {};
  const words: string[] = [];
  // Not strict: its own errors do not say which value is missing, and accept an option that is given twice.
  const { tokens } = parseArgs({ args: [...argv], options: VALUED, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') {
      words.push(token.value);
      continue;
    }
    const flag = token.kind === 'option' ? token.rawName : '';
    const row = OPTION_ROWS.find((each) => flag === each.flag || flag === negated(each));
    if (token.kind !== 'option' || !row) return refuseUnknown('option', argv[token.index] ?? '');
    const { value, inlineValue } = token;
    if (row.property in raw) return refuse(`${row.flag} is given twice.`);
    if (row.isSwitch) {
      if (inlineValue) return refuse(`${flag} is a switch: it takes no value.`);
      raw[row.property] = flag === row.flag;
    } else {
      if (value === undefined || (!inlineValue && value.startsWith('--')))
        return refuse(`${flag} needs its value: see --help.`);
      raw[row.property] = value;
    }
  }
  return succeed({ words, raw });
}

/** The word that turns a switch off. */
const negated = (row: OptionRow) => (row.isSwitch ? row.flag.replace('--', '--no-') : undefined);

/** The options with a value, for `parseArgs`. It treats all others as switches. */
const VALUED = Object.fromEntries(
  OPTION_ROWS.filter(({ isSwitch }) => !isSwitch).map(({ flag }) => [
    flag.slice(2),
    { type: 'string' } as const
  ])
);
