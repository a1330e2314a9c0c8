import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import { RENEWAL_ERRORS } from '../../proxy/sources/served/http/routes/auth';
import { DEFAULT_OPTIONS } from '../../proxy/sources/virtual/options';
import { DISCOVERY_PORT, DISCOVERY_PREFIXES } from './discovery';
import { ODDITIES, withOddRooms } from './odd-rooms';
import type { StandAloneOptions } from './stand-alone';

/** The kinds of values. Each schema reads the written text; its message says what it takes. */
const textOf = (pattern: RegExp, words: string) => v.pipe(v.string(), v.regex(pattern, words));

/** A number, in multiples of `unit`. */
const numberOf = (pattern: RegExp, words: string, unit = 1) =>
  v.pipe(
    textOf(pattern, words),
    v.transform((text) => Number(text) * unit)
  );

const oneOf = <const T extends string>(known: readonly T[]) => v.picklist(known, known.join(', '));

const ADDRESS = v.pipe(v.string(), v.ipv4('an IPv4 address'));
const PORT_WORDS = 'a port, 0 to 65535';
const PORT = v.pipe(numberOf(/^\d{1,5}$/, PORT_WORDS), v.maxValue(65_535, PORT_WORDS));
const TEXT = textOf(/^[^\p{Cc}]{1,100}$/u, 'a text of 1 to 100 characters');
const MAC = textOf(/^[\da-f]{2}(:[\da-f]{2}){5}$/i, 'six hexadecimal pairs with colons');
const LIST = v.pipe(
  TEXT,
  v.transform((text) => text.split(','))
);
const ERRORS = v.pipe(
  LIST,
  v.transform((statuses) => statuses.map(Number)),
  v.array(v.picklist(RENEWAL_ERRORS, `${RENEWAL_ERRORS.join(', ')}, separated by commas`))
);
const ODD = v.pipe(LIST, v.array(v.picklist(ODDITIES, `a list of ${ODDITIES.join(', ')}`)));

/** An option with its help. */
const option = <Schema extends v.GenericSchema>(help: string, schema: Schema) =>
  v.pipe(schema, v.description(help));

const usual = DEFAULT_OPTIONS;

/** The options of the command line. One that is false by default is a switch. */
const optionsSchema = v.object({
  host: option('the IPv4 address that HTTP listens on', v.optional(ADDRESS, usual.host)),
  port: option('its TCP port; 0 picks a free one', v.optional(PORT, '18380')),
  'udp-host': option('the IPv4 address that listens for searches', v.optional(ADDRESS, '0.0.0.0')),
  'udp-port': option('the UDP port for searches', v.optional(PORT, String(DISCOVERY_PORT))),
  prefix: option('the accepted prefixes of a search', v.optional(LIST, DISCOVERY_PREFIXES.join())),
  user: option('the user name', v.optional(TEXT, usual.username)),
  password: option('the password', v.optional(TEXT, usual.password)),
  name: option('the name of the controller', v.optional(TEXT, usual.name)),
  mac: option('its MAC address', v.optional(MAC, usual.mac)),
  seed: option('the seed of the random numbers', v.optional(numberOf(/^\d{1,9}$/, 'a whole number'), '1')),
  'token-minutes': option(
    'the lifetime of an access token after its last use',
    v.optional(numberOf(/^(?!0+(\.0+)?$)\d{1,6}(\.\d+)?$/, 'minutes above 0', 60_000), '30')
  ),
  'token-secret': option(
    'signs the tokens, so that they stay valid after a restart',
    v.optional(v.nullable(TEXT), null)
  ),
  'refresh-tokens': option(
    'how often a refresh token can be used: once, many',
    v.optional(oneOf(['once', 'many']), usual.refreshTokens)
  ),
  'renewal-errors': option(
    'the answers to the first renewals of tokens, such as 500,502,404',
    v.optional(v.nullable(ERRORS), null)
  ),
  'radio-seconds': option(
    'how long the radio takes for each command, one after the other',
    v.optional(numberOf(/^\d{1,3}(\.\d+)?$/, 'seconds', 1000), '0')
  ),
  'own-events': option(
    'when the effects of a command are sent as events: at-once, late (3 s), never',
    v.optional(oneOf(['at-once', 'late', 'never']), usual.ownEvents)
  ),
  poll: option(
    'free: last is optional; strict: last is required, and missing in an empty reply; none',
    v.optional(oneOf(['free', 'strict', 'none']), usual.poll)
  ),
  'clock-minutes': option(
    'how far its clock is ahead, in minutes; -1576800 is 3 years behind',
    v.optional(numberOf(/^-?\d{1,8}$/, 'whole minutes', 60_000), '0')
  ),
  'reuse-after': option(
    'seconds after which the id of lamp 21 is that of a garage door',
    v.optional(v.nullable(numberOf(/^\d{1,6}$/, 'whole seconds', 1000)), null)
  ),
  odd: option(
    `adds a room for each of ${ODDITIES.join(', ')}: what documented devices do not send`,
    v.optional(v.nullable(ODD), null)
  ),
  'no-udp': option('does not answer searches', v.optional(v.boolean(), false)),
  help: option('prints this', v.optional(v.boolean(), false))
});

/** A parsed command line. */
type CommandLine =
  | { readonly type: 'help' }
  | { readonly type: 'start'; readonly options: StandAloneOptions };

/** Parses the arguments after the program's name. Fails with `bad-option` if one is unknown or malformed. */
export function readCommandLine(args: readonly string[]): Result<CommandLine, 'bad-option'> {
  const given = parse(args);
  if (!given.ok) return given;
  if (given.value['help'] === true) return succeed({ type: 'help' });
  const read = v.safeParse(optionsSchema, given.value);
  if (read.success) return succeed({ type: 'start', options: optionsOf(read.output) });
  const [{ path, message }] = read.issues;
  const name = String(path?.[0].key);
  return fail('bad-option', `--${name} takes ${message}, not "${String(given.value[name])}"`);
}

/** The options as `--help` shows them. */
export function helpText(): string {
  const rows = Object.entries(optionsSchema.entries).map(([name, schema]) => {
    const otherwise = schema.default === false ? '' : ` (${schema.default ?? 'none'})`;
    return `  --${name.padEnd(16)} ${v.getDescription(schema) ?? ''}${otherwise}`;
  });
  return ['Starts a virtual controller. Options, with their defaults:', ...rows].join('\n');
}

function parse(args: readonly string[]): Result<Readonly<Record<string, unknown>>, 'bad-option'> {
  const options = Object.entries(optionsSchema.entries).map(([name, schema]) => {
    const type = schema.default === false ? ('boolean' as const) : ('string' as const);
    return [name, { type }] as const;
  });
  try {
    return succeed({ ...parseArgs({ args: [...args], options: Object.fromEntries(options) }).values });
  } catch (error) {
    return fail('bad-option', error instanceof Error ? error.message : 'Invalid options');
  }
}

function optionsOf(read: v.InferOutput<typeof optionsSchema>): StandAloneOptions {
  const { host, port, name, mac, seed, poll, prefix: prefixes, odd } = read;
  return {
    host,
    port,
    name,
    mac,
    seed,
    poll,
    udp: read['no-udp'] ? null : { host: read['udp-host'], port: read['udp-port'], prefixes },
    username: read.user,
    password: read.password,
    tokenLifeMs: read['token-minutes'],
    tokenSecret: read['token-secret'],
    refreshTokens: read['refresh-tokens'],
    renewalErrors: read['renewal-errors'] ?? [],
    radioMs: read['radio-seconds'],
    ownEvents: read['own-events'],
    clockOffsetMs: read['clock-minutes'],
    reuseIdMs: read['reuse-after'],
    house: withOddRooms(
      DEFAULT_OPTIONS.house,
      ODDITIES.filter((each) => odd?.includes(each))
    )
  };
}
