import * as v from 'valibot';
import { isIP, isIPv4 } from 'node:net';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { isAddressRange } from '../net/address-ranges';
import { DEFAULT_HTTPS_PORT } from '../http/https-redirect';
import { LOG_LEVELS } from '../platform/log';

/**
 * Every option of the program, in one table: it makes the parser, the names in the environment, `--help` and the README's
 * table. `httpPort` is `--http-port` and `MANTEL_HTTP_PORT`; a truth is a switch, `--demo` and `--no-demo`, 0 or 1 in the
 * environment.
 */

/** What people read of an option. */
interface About {
  /** What stands for its value; a switch has none. */
  readonly value?: string;
  /** Its default in words, where the value itself does not tell. */
  readonly otherwise?: string;
  readonly about: string;
}

const abouts = new Map<v.GenericSchema, About>();

function option<Schema extends v.GenericSchema>(about: About, schema: Schema): Schema {
  abouts.set(schema, about);
  return schema;
}

const port = (lowest: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/, `a port is a number from ${lowest} to 65535`),
    v.transform(Number),
    v.minValue(lowest, `the lowest port here is ${lowest}`),
    v.maxValue(65_535, 'the highest port is 65535')
  );

const list = (isEntry: (entry: string) => boolean, message: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((entry) => entry.trim())),
    v.check((entries) => entries.every(isEntry), message)
  );

const file = v.pipe(
  v.string(),
  v.nonEmpty('it names a file'),
  v.transform((path) => resolve(path))
);

/** A scheme, a host and perhaps a port, spelled as browsers spell it; without TLS only where nobody can read along. */
function isOrigin(text: string) {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isSafe = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return origin === text && /^https?:$/.test(protocol) && isSafe;
}

/** The table. Each schema takes what was written, or undefined where nothing was. */
export const optionsSchema = v.object({
  host: option(
    { value: '<address>', about: 'Where to listen: `all`, or one address of this machine.' },
    v.optional(
      v.pipe(
        v.string(),
        v.check((text) => text === 'all' || isIP(text) !== 0, 'it is `all` or an IP address')
      ),
      'all'
    )
  ),
  httpPort: option(
    { value: '<port>', about: 'The port of http; 0 picks a free one.' },
    v.optional(port(0), '8420')
  ),
  httpsPort: option(
    {
      value: '<port>',
      about:
        'The port of https; 0 picks a free one. From port 443, where the system has it for us, a door leads there: not if you name a port or an origin.'
    },
    v.optional(port(0), String(DEFAULT_HTTPS_PORT))
  ),
  dataDir: option(
    {
      value: '<folder>',
      otherwise: '~/.local/share/mantel',
      about: 'Where everything that is kept lies, and the key to it. `$XDG_DATA_HOME` is heeded.'
    },
    v.optional(
      v.pipe(
        v.string(),
        v.nonEmpty('it names a folder'),
        v.transform((path) => resolve(path))
      ),
      dataHome
    )
  ),
  name: option(
    { value: '<name>', about: 'The name of this box: it answers to `<name>.local`.' },
    v.optional(
      v.pipe(
        v.string(),
        v.toLowerCase(),
        v.regex(
          /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
          'a name is 1 to 63 letters, digits and inner hyphens, without dots'
        )
      ),
      'mantel'
    )
  ),
  tlsCert: option(
    {
      value: '<file>',
      otherwise: 'one of our own making',
      about:
        'Your own certificate for https, with those that vouch for it, as PEM. It is read anew when it changes.'
    },
    v.optional(file)
  ),
  tlsKey: option({ value: '<file>', otherwise: 'likewise', about: 'Its key, as PEM.' }, v.optional(file)),
  mdns: option({ about: 'Tell the network the name by mDNS.' }, v.optional(v.boolean(), true)),
  discoveryPrefix: option(
    {
      value: '<words>',
      about:
        'What a search calls out before its port: one search for each word that controllers answer to. A list with commas between the words.'
    },
    v.optional(
      list((entry) => /^[\x21-\x7e]{1,64}$/.test(entry), 'it is a list of words without spaces'),
      'CONTROLLER_DETECT,CONNECTHOME_BUTLER_DETECT'
    )
  ),
  discoveryTargets: option(
    {
      value: '<addresses>',
      otherwise: 'each network’s broadcast address',
      about: 'Where a search calls out to. A list, parted by commas.'
    },
    v.optional(list(isIPv4, 'it is a list of IPv4 addresses'))
  ),
  controllerPort: option(
    { value: '<port>', about: 'The port on which controllers speak http.' },
    v.optional(port(1), '80')
  ),
  allowLoopback: option(
    { about: 'Take controllers on this machine itself too: for tests.' },
    v.optional(v.boolean(), false)
  ),
  demo: option({ about: 'Offer the demo home, with a virtual controller.' }, v.optional(v.boolean(), true)),
  origin: option(
    {
      value: '<origin>',
      otherwise: 'none',
      about: 'Where people reach us behind your own TLS, as `https://panel.example.org`.'
    },
    v.optional(
      v.pipe(
        v.string(),
        v.check(isOrigin, 'it is `https://`, a host and perhaps a port, in lower case and nothing after it')
      )
    )
  ),
  hsts: option(
    {
      about:
        'Have browsers refuse plain http under a public name of yours for a year (HSTS). Needs `--origin` or `--tls-cert`; names and addresses that our own authority vouches for are never told so.'
    },
    v.optional(v.boolean(), false)
  ),
  trustedProxies: option(
    {
      value: '<addresses>',
      otherwise: 'none',
      about:
        'The addresses of your own reverse proxies, or ranges as `10.0.0.0/8`, as a list with commas: `X-Forwarded-For` and `--origin` count from them and from this machine alone.'
    },
    v.optional(list(isAddressRange, 'it is a list of IP addresses and ranges'))
  ),
  killWorker: option(
    {
      about:
        'Free browsers from a service worker that keeps them from the app: serve one in its place that removes itself. For a while, not for good.'
    },
    v.optional(v.boolean(), false)
  ),
  logLevel: option(
    { value: '<level>', about: `How much is told: ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}.` },
    v.optional(v.picklist(LOG_LEVELS, `it is one of ${LOG_LEVELS.join(', ')}`), 'info')
  ),
  printJson: option(
    { about: 'Print one line of JSON on standard output when ready, and nothing else there.' },
    v.optional(v.boolean(), false)
  ),
  setupCode: option(
    {
      about:
        'Print a setup code, and end: with it a phone is let into a closed household once, within 15 minutes. Run it as the owner of the data folder, beside the running program.'
    },
    v.optional(v.boolean(), false)
  ),
  printSetupCode: option(
    { about: 'Print a setup code at the start, for boxes without a shell. It is good for 15 minutes.' },
    v.optional(v.boolean(), false)
  ),
  backup: option(
    {
      value: '<file>',
      otherwise: 'none',
      about:
        'Write all of the data folder to a new file, sealed with a passphrase that is asked on the terminal, and end. Keep that file as you keep a key.'
    },
    v.optional(file)
  ),
  plain: option(
    { about: 'Leave the backup unsealed: whoever reads it can use every sign-in in it. With `--backup`.' },
    v.optional(v.boolean(), false)
  ),
  passphraseFile: option(
    {
      value: '<file>',
      otherwise: 'asked on the terminal',
      about: 'A file whose first line is the passphrase of the backup, for scripts.'
    },
    v.optional(file)
  ),
  restore: option(
    {
      value: '<file>',
      otherwise: 'none',
      about: 'Put a backup into the data folder, which has to be new or empty, and end.'
    },
    v.optional(file)
  ),
  endScreens: option(
    { about: 'End the sign-ins of all screens that the backup holds. With `--restore`.' },
    v.optional(v.boolean(), false)
  )
});

/** What the program was told to do. */
export type Options = v.InferOutput<typeof optionsSchema>;

/** An option as people meet it. */
export interface OptionRow extends About {
  /** Its key among the options. */
  readonly property: string;
  /** `--http-port`. */
  readonly flag: string;
  /** `MANTEL_HTTP_PORT`. */
  readonly variable: string;
  /** What holds where nothing is said. */
  readonly otherwise: string;
}

/** The options in the table's order. */
export const OPTION_ROWS: readonly OptionRow[] = Object.entries(optionsSchema.entries).map(
  ([property, schema]) => {
    const words = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const about = abouts.get(schema) ?? { about: '' };
    return {
      property,
      flag: `--${words}`,
      variable: `MANTEL_${words.replaceAll('-', '_').toUpperCase()}`,
      otherwise: defaultOf(schema),
      ...about
    };
  }
);

function defaultOf(schema: v.GenericSchema) {
  const value: unknown = 'default' in schema ? schema.default : undefined;
  return typeof value === 'string' ? value : value === true ? 'on' : 'off';
}

function dataHome() {
  const { XDG_DATA_HOME: home = '' } = process.env;
  return join(isAbsolute(home) ? home : join(homedir(), '.local', 'share'), 'mantel');
}
