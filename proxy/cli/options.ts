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
interface OptionDescription {
  /** What stands for its value; a switch has none. */
  readonly value?: string;
  /** Its default in words, where the value itself does not tell. */
  readonly defaultLabel?: string;
  readonly description: string;
}

const abouts = new Map<v.GenericSchema, OptionDescription>();

function option<Schema extends v.GenericSchema>(description: OptionDescription, schema: Schema): Schema {
  abouts.set(schema, description);
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
    { value: '<address>', description: 'Where to listen: `all`, or one address of this machine.' },
    v.optional(
      v.pipe(
        v.string(),
        v.check((text) => text === 'all' || isIP(text) !== 0, 'it is `all` or an IP address')
      ),
      'all'
    )
  ),
  httpPort: option(
    { value: '<port>', description: 'The port of http; 0 picks a free one.' },
    v.optional(port(0), '8420')
  ),
  httpsPort: option(
    {
      value: '<port>',
      description:
        'The port of https; 0 picks a free one. From port 443, where the system has it for us, a door leads there: not if you name a port or an origin.'
    },
    v.optional(port(0), String(DEFAULT_HTTPS_PORT))
  ),
  dataDir: option(
    {
      value: '<folder>',
      defaultLabel: '~/.local/share/mantel',
      description: 'Where everything that is kept lies, and the key to it. `$XDG_DATA_HOME` is heeded.'
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
    { value: '<name>', description: 'The name of this box: it answers to `<name>.local`.' },
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
      defaultLabel: 'a certificate that Mantel issues',
      description:
        'Your own certificate for https, with those that vouch for it, as PEM. It is read anew when it changes.'
    },
    v.optional(file)
  ),
  tlsKey: option(
    { value: '<file>', defaultLabel: 'its key', description: 'Its key, as PEM.' },
    v.optional(file)
  ),
  mdns: option({ description: 'Tell the network the name by mDNS.' }, v.optional(v.boolean(), true)),
  discoveryPrefix: option(
    {
      value: '<words>',
      description:
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
      defaultLabel: 'each network’s broadcast address',
      description: 'Where a search calls out to. A list, parted by commas.'
    },
    v.optional(list(isIPv4, 'it is a list of IPv4 addresses'))
  ),
  controllerPort: option(
    { value: '<port>', description: 'The port on which controllers speak http.' },
    v.optional(port(1), '80')
  ),
  allowLoopback: option(
    { description: 'Take controllers on this machine itself too: for tests.' },
    v.optional(v.boolean(), false)
  ),
  demo: option(
    { description: 'Offer the demo home, with a virtual controller.' },
    v.optional(v.boolean(), true)
  ),
  origin: option(
    {
      value: '<origin>',
      defaultLabel: 'none',
      description: 'Where people reach us behind your own TLS, as `https://panel.example.org`.'
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
      description:
        'Have browsers refuse plain http under a public name of yours for a year (HSTS). Needs `--origin` or `--tls-cert`; names and addresses that our own authority vouches for are never told so.'
    },
    v.optional(v.boolean(), false)
  ),
  trustedProxies: option(
    {
      value: '<addresses>',
      defaultLabel: 'none',
      description:
        'The addresses of your own reverse proxies, or ranges as `10.0.0.0/8`, as a list with commas: `X-Forwarded-For` and `--origin` count from them and from this machine alone.'
    },
    v.optional(list(isAddressRange, 'it is a list of IP addresses and ranges'))
  ),
  killWorker: option(
    {
      description:
        'Free browsers from a service worker that keeps them from the app: serve one in its place that removes itself. For a while, not for good.'
    },
    v.optional(v.boolean(), false)
  ),
  logLevel: option(
    {
      value: '<level>',
      description: `How much is told: ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}.`
    },
    v.optional(v.picklist(LOG_LEVELS, `it is one of ${LOG_LEVELS.join(', ')}`), 'info')
  ),
  printJson: option(
    { description: 'Print one line of JSON on standard output when ready, and nothing else there.' },
    v.optional(v.boolean(), false)
  ),
  setupCode: option(
    {
      description:
        'Print a setup code, and end: with it a phone is let into a closed household once, within 15 minutes. Run it as the owner of the data folder, beside the running program.'
    },
    v.optional(v.boolean(), false)
  ),
  printSetupCode: option(
    { description: 'Print a setup code at the start, for boxes without a shell. It is good for 15 minutes.' },
    v.optional(v.boolean(), false)
  ),
  backup: option(
    {
      value: '<file>',
      defaultLabel: 'none',
      description:
        'Write all of the data folder to a new file, sealed with a passphrase that is asked on the terminal, and end. Keep that file as you keep a key.'
    },
    v.optional(file)
  ),
  plain: option(
    {
      description: 'Leave the backup unsealed: whoever reads it can use every sign-in in it. With `--backup`.'
    },
    v.optional(v.boolean(), false)
  ),
  passphraseFile: option(
    {
      value: '<file>',
      defaultLabel: 'asked on the terminal',
      description: 'A file whose first line is the passphrase of the backup, for scripts.'
    },
    v.optional(file)
  ),
  restore: option(
    {
      value: '<file>',
      defaultLabel: 'none',
      description: 'Put a backup into the data folder, which has to be new or empty, and end.'
    },
    v.optional(file)
  ),
  endScreens: option(
    { description: 'End the sign-ins of all screens that the backup holds. With `--restore`.' },
    v.optional(v.boolean(), false)
  )
});

/** What the program was told to do. */
export type Options = v.InferOutput<typeof optionsSchema>;

/** An option as people meet it. */
export interface OptionRow extends OptionDescription {
  /** Its key among the options. */
  readonly property: string;
  /** `--http-port`. */
  readonly flag: string;
  /** `MANTEL_HTTP_PORT`. */
  readonly variable: string;
  /** What holds where nothing is said. */
  readonly defaultLabel: string;
}

/** The options in the table's order. */
export const OPTION_ROWS: readonly OptionRow[] = Object.entries(optionsSchema.entries).map(
  ([property, schema]) => {
    const words = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const description = abouts.get(schema) ?? { description: '' };
    return {
      property,
      flag: `--${words}`,
      variable: `MANTEL_${words.replaceAll('-', '_').toUpperCase()}`,
      defaultLabel: defaultOf(schema),
      ...description
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
