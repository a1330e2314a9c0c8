import { isIPv4 } from 'node:net';
import { parseArgs } from 'node:util';
import { fail, succeed, type Result } from '#shared/errors';
import { ODDITIES, withOddRooms } from './house/odd-rooms';
import {
  DEFAULT_OPTIONS,
  DISCOVERY_PORT,
  DISCOVERY_PREFIXES,
  RENEWAL_ERRORS,
  type VirtualOptions
} from './options';

const USES = ['once', 'many'] as const;
const OWN_EVENTS = ['at-once', 'late', 'never'] as const;
const POLLS = ['free', 'strict', 'none'] as const;

const RENEWAL_STATUSES = RENEWAL_ERRORS.map(String);

const isOneOf = <T extends string>(known: readonly T[], text: string): text is T =>
  known.some((each) => each === text);

/** Types of option values: how they are validated, and how the error message describes them. */
const KINDS = {
  address: { is: (text: string) => isIPv4(text), words: 'an IPv4 address' },
  port: {
    is: (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
    words: 'a port, 0 to 65535'
  },
  text: { is: (text: string) => /^[^\p{Cc}]{1,100}$/u.test(text), words: 'a text of 1 to 100 characters' },
  mac: {
    is: (text: string) => /^[\da-f]{2}(:[\da-f]{2}){5}$/i.test(text),
    words: 'six hexadecimal pairs with colons'
  },
  number: { is: (text: string) => /^\d{1,9}$/.test(text), words: 'a whole number' },
  minutes: {
    is: (text: string) => /^\d{1,6}(\.\d+)?$/.test(text) && Number(text) > 0,
    words: 'minutes above 0'
  },
  seconds: { is: (text: string) => /^\d{1,3}(\.\d+)?$/.test(text), words: 'seconds' },
  errors: {
    is: (text: string) => text.split(',').every((each) => isOneOf(RENEWAL_STATUSES, each)),
    words: `${RENEWAL_STATUSES.join(', ')}, separated by commas`
  },
  offset: { is: (text: string) => /^-?\d{1,8}$/.test(text), words: 'whole minutes' },
  use: { is: (text: string) => isOneOf(USES, text), words: USES.join(' or ') },
  events: { is: (text: string) => isOneOf(OWN_EVENTS, text), words: OWN_EVENTS.join(', ') },
  poll: { is: (text: string) => isOneOf(POLLS, text), words: POLLS.join(', ') },
  oddities: {
    is: (text: string) => text === 'none' || text.split(',').every((each) => isOneOf(ODDITIES, each)),
    words: `a list of ${ODDITIES.join(', ')}`
  }
} as const;

/** The options of the command line. */
const OPTIONS = {
  host: { takes: 'address', usual: DEFAULT_OPTIONS.host, help: 'the IPv4 address that HTTP listens on' },
  port: { takes: 'port', usual: '18380', help: 'its TCP port; 0 picks a free one' },
  'udp-host': { takes: 'address', usual: '0.0.0.0', help: 'the IPv4 address that listens for searches' },
  'udp-port': { takes: 'port', usual: String(DISCOVERY_PORT), help: 'the UDP port for searches' },
  prefix: {
    takes: 'text',
    usual: DISCOVERY_PREFIXES.join(),
    help: 'the accepted prefixes of a search, separated by commas'
  },
  user: { takes: 'text', usual: DEFAULT_OPTIONS.username, help: 'the user name' },
  password: { takes: 'text', usual: DEFAULT_OPTIONS.password, help: 'the password' },
  name: { takes: 'text', usual: DEFAULT_OPTIONS.name, help: 'the name of the controller' },
  mac: { takes: 'mac', usual: DEFAULT_OPTIONS.mac, help: 'its MAC address' },
  seed: { takes: 'number', usual: String(DEFAULT_OPTIONS.seed), help: 'the seed of the random numbers' },
  'token-minutes': {
    takes: 'minutes',
    usual: '30',
    help: 'the lifetime of an access token after its last use'
  },
  'token-secret': {
    takes: 'text',
    usual: 'none',
    help: 'signs the tokens, so that they stay valid after a restart'
  },
  'refresh-tokens': {
    takes: 'use',
    usual: DEFAULT_OPTIONS.refreshTokens,
    help: 'how often a refresh token can be used: once, many'
  },
  'renewal-errors': {
    takes: 'errors',
    usual: 'none',
    help: 'the answers to the first renewals of tokens, such as 500,502,404'
  },
  'radio-seconds': {
    takes: 'seconds',
    usual: '0',
    help: 'how long the radio takes for each command, one after the other'
  },
  'own-events': {
    takes: 'events',
    usual: DEFAULT_OPTIONS.ownEvents,
    help: 'when the effects of a command are sent as events: at-once, late (3 s), never'
  },
  poll: {
    takes: 'poll',
    usual: DEFAULT_OPTIONS.poll,
    help: 'free: last is optional; strict: last is required, and missing in an empty reply; none'
  },
  'clock-minutes': {
    takes: 'offset',
    usual: '0',
    help: 'how far its clock is ahead, in minutes; -1576800 is 3 years behind'
  },
  'reuse-after': {
    takes: 'number',
    usual: 'never',
    help: 'seconds after which the id of lamp 21 is that of a garage door'
  },
  odd: {
    takes: 'oddities',
    usual: 'none',
    help: `adds a room for each of ${ODDITIES.join(', ')}: what documented devices do not send`
  }
} as const satisfies Record<string, { takes: keyof typeof KINDS; usual: string; help: string }>;

type Name = keyof typeof OPTIONS;
type Given = Readonly<Record<string, string | boolean | undefined>>;

/** A parsed command line. */
type CommandLine =
  { readonly type: 'help' } | { readonly type: 'start'; readonly options: Partial<VirtualOptions> };

/** Parses the arguments after the program's name. Fails with `bad-option` if one is unknown or malformed. */
export function readCommandLine(args: readonly string[]): Result<CommandLine, 'bad-option'> {
  const parsed = parse(args);
  if (!parsed.ok) return parsed;
  const given = parsed.value;
  if (given['help'] === true) return succeed({ type: 'help' });
  for (const [name, { takes }] of Object.entries(OPTIONS)) {
    const text = given[name];
    if (typeof text === 'string' && !KINDS[takes].is(text))
      return fail('bad-option', `--${name} takes ${KINDS[takes].words}, not "${text}"`);
  }
  return succeed({ type: 'start', options: optionsOf(given) });
}

/** The options as `--help` shows them. */
export function helpText(): string {
  const rows = Object.entries(OPTIONS).map(
    ([name, { usual, help }]) => `  --${name.padEnd(16)} ${help} (${usual})`
  );
  return [
    'Starts a virtual controller. Options, with their defaults:',
    ...rows,
    '  --no-udp           does not answer searches',
    '  --no-date          answers without the header Date'
  ].join('\n');
}

function parse(args: readonly string[]): Result<Given, 'bad-option'> {
  const texts = Object.keys(OPTIONS).map((name) => [name, { type: 'string' }] as const);
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(texts),
        'no-udp': { type: 'boolean' },
        'no-date': { type: 'boolean' },
        help: { type: 'boolean' }
      }
    });
    return succeed(values);
  } catch (error) {
    return fail('bad-option', error instanceof Error ? error.message : 'Invalid options');
  }
}

function optionsOf(given: Given): Partial<VirtualOptions> {
  const text = (name: Name) => String(given[name] ?? OPTIONS[name].usual);
  const udp = { host: text('udp-host'), port: Number(text('udp-port')), prefixes: text('prefix').split(',') };
  const choice = <T extends string>(name: Name, known: readonly T[], usual: T): T =>
    known.find((each) => each === text(name)) ?? usual;
  return {
    host: text('host'),
    port: Number(text('port')),
    udp: given['no-udp'] === true ? null : udp,
    username: text('user'),
    password: text('password'),
    name: text('name'),
    mac: text('mac'),
    seed: Number(text('seed')),
    tokenLifeMs: Number(text('token-minutes')) * 60_000,
    tokenSecret: given['token-secret'] === undefined ? null : text('token-secret'),
    refreshTokens: choice('refresh-tokens', USES, DEFAULT_OPTIONS.refreshTokens),
    renewalErrors: text('renewal-errors')
      .split(',')
      .flatMap((status) => RENEWAL_ERRORS.find((each) => String(each) === status) ?? []),
    radioMs: Number(text('radio-seconds')) * 1000,
    ownEvents: choice('own-events', OWN_EVENTS, DEFAULT_OPTIONS.ownEvents),
    poll: choice('poll', POLLS, DEFAULT_OPTIONS.poll),
    clockOffsetMs: Number(text('clock-minutes')) * 60_000,
    hasDate: given['no-date'] !== true,
    reuseIdMs: given['reuse-after'] === undefined ? null : Number(text('reuse-after')) * 1000,
    house: withOddRooms(
      DEFAULT_OPTIONS.house,
      ODDITIES.filter((each) => text('odd').split(',').includes(each))
    )
  };
}
