import { fail, succeed, type Result } from '#shared/errors';
import * as v from 'valibot';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commandRow, commandsWith, type CommandName, type CommandRow } from './commands';
import { readEnvironmentFile } from './environment-file';
import { file } from './option-values';
import { controllerPorts, OPTION_ROWS, optionsSchema, type OptionRow, type Options } from './options';

/** A parsed command line. */
type CliCommand =
  /** `setup-code` prints a setup code. */
  | { readonly kind: 'run' | 'setup-code'; readonly options: Options }
  /** `wrong` has a sentence for each variable that cannot be used. */
  | { readonly kind: 'doctor'; readonly options: Options; readonly wrong: readonly string[] }
  /** Copies the data folder to a file, or a file to the data folder; `update` takes an archive. */
  | { readonly kind: 'backup' | 'restore' | 'update'; readonly file: string; readonly options: Options }
  | { readonly kind: 'service'; readonly action: ServiceAction; readonly options: Options }
  /** Backs up to a folder every night; without a folder, no longer. */
  | { readonly kind: 'backups'; readonly folder: string | undefined; readonly options: Options }
  /** Prints the help: about a command, or all of it. */
  | { readonly kind: 'help'; readonly command: CommandName | undefined }
  | { readonly kind: 'version' };

/** What `service` does. */
type ServiceAction = (typeof SERVICE_ACTIONS)[number];
const SERVICE_ACTIONS = ['install', 'uninstall', 'status'] as const;

/** Variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

type RawOptions = Record<string, string | boolean>;
type Reading<T> = Result<T, 'bad-option'>;

/** The command line: a command with its arguments, and options. */
interface RawArguments {
  readonly words: readonly string[];
  readonly raw: RawOptions;
}

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
  if (argv.includes('--help') || argv.includes('-h') || argv[0] === 'help')
    return succeed({
      kind: 'help',
      command: commandRow(argv[0] === 'help' ? argv.slice(1) : argv)?.name
    });
  if (argv.includes('--version') || argv.includes('-v')) return succeed({ kind: 'version' });
  const fromArguments = readArguments(argv);
  if (!fromArguments.ok) return fromArguments;
  const { words, raw } = fromArguments.value;
  const [firstWord = 'start'] = words;
  const row = commandRow([firstWord, ...words.slice(1)]);
  if (!row) return refuseUnknown('option or command', firstWord);
  const refusal = whyUnfit(row, words, raw);
  if (refusal !== undefined) return refuse(refusal);
  const { variables, wrong } = firstWord === 'service' ? NO_VARIABLES : readEnvironment(environment);
  const [firstWrong] = wrong;
  const isDoctor = row.name === 'doctor';
  if (firstWrong !== undefined && !isDoctor) return refuse(firstWrong);

  const ports = controllerPorts(environment);
  const complete = (others: RawOptions): Reading<CliCommand> => {
    const read = v.safeParse(optionsSchema, { ...others, ...raw });
    const [argument] = argumentsOf(row, words);
    if (read.success) return commandOf(row.name, argument, { ...read.output, ...ports });
    const [issue] = read.issues;
    const property = v.getDotPath(issue);
    const flag = OPTION_ROWS.find((each) => each.property === property)?.flag ?? 'An option';
    return refuse(`${flag} is malformed: ${issue.message}.`);
  };
  const read = complete(variables);
  if (!isDoctor) return read;
  // What is wrong with the variables together must not keep the doctor from its work.
  const chosen = read.ok ? read : complete({});
  if (!chosen.ok || chosen.value.kind !== 'doctor') return chosen;
  return succeed({ ...chosen.value, wrong: read.ok ? wrong : [...wrong, read.error.message] });
}

const argumentsOf = ({ name }: CommandRow, words: readonly string[]) => words.slice(name.split(' ').length);

/** Why a command does not go with its arguments and the options of the command line; undefined if it does. */
function whyUnfit(row: CommandRow, words: readonly string[], raw: RawOptions): string | undefined {
  const given = argumentsOf(row, words);
  const others = given.slice(row.arguments === '' ? 0 : 1);
  if (others.length > 0) return `${row.name} takes no argument ${others.join(' ')}.`;
  for (const { property, flag } of OPTION_ROWS.filter((each) => each.property in raw)) {
    const commands = commandsWith(property);
    if (commands.length > 0 && !commands.includes(row.name))
      return `${flag} is for ${commands.join(' and ')}.`;
  }
  return row.arguments === '' || given.length > 0 ? undefined : `${row.name} needs ${row.arguments}.`;
}

function commandOf(name: CommandName, argument: string | undefined, options: Options): Reading<CliCommand> {
  const { hsts, origin, tlsCert, tlsKey } = options;
  if (hsts && tlsCert === undefined && origin?.startsWith('https:') !== true)
    return refuse('--hsts needs a public name: an --origin with https, or --tls-cert.');
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    return refuse('A certificate needs its key: give both --tls-cert and --tls-key.');
  if (options.httpPort !== 0 && options.httpPort === options.httpsPort)
    return refuse(`--http-port and --https-port are both ${options.httpPort}: they need two ports.`);
  switch (name) {
    case 'start':
      return succeed({ kind: 'run', options });
    case 'setup-code':
      return succeed({ kind: name, options });
    case 'doctor':
      return succeed({ kind: name, options, wrong: [] });
    case 'service': {
      const action = SERVICE_ACTIONS.find((each) => each === argument);
      return action
        ? succeed({ kind: name, action, options })
        : refuse(`service needs install, uninstall, status or backups, and not ${argument ?? ''}.`);
    }
    case 'service backups':
      return succeed({
        kind: 'backups',
        folder: argument === 'off' ? undefined : argument && resolve(argument),
        options
      });
    case 'backup':
    case 'restore':
    case 'update': {
      const read = v.safeParse(file, argument);
      return read.success
        ? succeed({ kind: name, file: read.output, options })
        : refuse(`${name} is malformed: ${read.issues[0].message}.`);
    }
  }
}

/** The options in variables, and a sentence for each one that cannot be used. */
interface Variables {
  readonly variables: RawOptions;
  readonly wrong: readonly string[];
}

const NO_VARIABLES: Variables = { variables: {}, wrong: [] };

function readEnvironment(environment: Environment): Variables {
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
  const row = OPTION_ROWS.find((each) => each.variable === variable);
  if (!row) return refuseUnknown('option', variable);
  if (isSwitch(row))
    return value === '0' || value === '1'
      ? succeed({ [row.property]: value === '1' })
      : refuse(`${variable} is a switch: it is 0 or 1.`);
  const read = v.safeParse(row.schema, value);
  return read.success
    ? succeed({ [row.property]: value })
    : refuse(`${variable} is malformed: ${read.issues[0].message}.`);
}

function readArguments(argv: readonly string[]): Reading<RawArguments> {
  const raw: RawOptions = {};
  const words: string[] = [];
  // Not strict: its own errors do not say which value is missing, and accept an option that is given twice.
  const { tokens } = parseArgs({ args: [...argv], options: VALUED, strict: false, tokens: true });
  let previous: OptionRow | undefined;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (previous && isSwitch(previous)) return refuse(`${previous.flag} is a switch: it takes no value.`);
      words.push(token.value);
      continue;
    }
    const flag = token.kind === 'option' ? token.rawName : '';
    const row = OPTION_ROWS.find((each) => flag === each.flag || flag === negated(each));
    if (token.kind !== 'option' || !row) return refuseUnknown('option', argv[token.index] ?? '');
    previous = row;
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
  return succeed({ words, raw });
}

const isSwitch = ({ value }: OptionRow) => value === undefined;

/** The word that turns a switch off. */
const negated = (row: OptionRow) => (isSwitch(row) ? row.flag.replace('--', '--no-') : undefined);

/** The options with a value, for `parseArgs`. It treats all others as switches. */
const VALUED = Object.fromEntries(
  OPTION_ROWS.filter((row) => !isSwitch(row)).map(({ flag }) => [flag.slice(2), { type: 'string' } as const])
);
