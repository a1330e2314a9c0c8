import { isIP, isIPv4 } from 'node:net';
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import * as v from 'valibot';
import { isAddressRange } from '../../server/base/net/addresses';
import { CONTROLLER_UDP_PORT } from '../../server/controllers/discovery/search';
import { DEFAULT_HTTPS_PORT } from '../../server/http/https-server';
import { readServerAddress } from '../../sources/zwave-js/server-address';
import { LOG_LEVELS } from '../log';

// The kinds of values that options take. Each schema reads the written text; its message is the end of a sentence about the option.

/** A whole number, as a number. */
const number = (lowest: number, highest: number) => {
  const isOne = (text: string) => /^\d+$/.test(text) && Number(text) >= lowest && Number(text) <= highest;
  return v.pipe(v.string(), v.check(isOne, `it is a number from ${lowest} to ${highest}`), v.toNumber());
};

const port = (lowest: number) => number(lowest, 65_535);

const entriesOf = (text: string) => text.split(',').map((entry) => entry.trim());

/** A list with commas between its entries. */
const list = (isEntry: (entry: string) => boolean, message: string) =>
  v.pipe(v.string(), v.transform(entriesOf), v.everyItem(isEntry, message));

/** Path of a folder, made absolute. A shell expands `~` only in some places, and a folder called `~` is never meant. */
export const folder = v.pipe(
  v.string(),
  v.nonEmpty('it names a file or a folder'),
  v.regex(/^(?!~(?:\/|$))/, '~ is not expanded here, so write the whole path'),
  v.transform((text) => resolve(text))
);

/** Path of a file. Standard input and output are not supported, and a file called `-` is never meant. */
export const file = v.pipe(v.string(), v.notValue('-', '- is not supported, so name a file'), folder);

/** The address of a Z-Wave JS server, as it was written. */
const zwaveJsServer = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const read = dataset.typed ? readServerAddress(dataset.value) : undefined;
    if (read?.ok === false) addIssue({ message: read.error.message });
  })
);

const isListenAddress = (text: string) => text === 'all' || isIP(text) !== 0;

/** An address to listen on. */
const listenAddress = v.pipe(v.string(), v.check(isListenAddress, 'it is `all` or an IP address'));

/** The first label of a `.local` name, in lower case. */
const hostLabel = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'a name is 1 to 63 letters, digits and inner hyphens, without dots'
  )
);

/** An origin as browsers spell it; without TLS only on loopback. */
const webOrigin = v.pipe(
  v.string(),
  v.check(isOrigin, 'it is `https://`, a host and perhaps a port, in lower case and nothing after it')
);

function isOrigin(text: string) {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isSafe = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return origin === text && /^https?:$/.test(protocol) && isSafe;
}

/**
 * The data folder of a user who names none. `$XDG_DATA_HOME` is respected. It is in the home folder as the system knows it, even if `$HOME`
 * is empty. Empty if this user has none, or is unknown.
 */
function defaultDataFolder() {
  const { XDG_DATA_HOME: data = '' } = process.env;
  if (isAbsolute(data)) return join(data, 'mantel');
  try {
    const home = homedir() || userInfo().homedir;
    return isAbsolute(home) ? join(home, '.local', 'share', 'mantel') : '';
  } catch {
    return '';
  }
}

/**
 * Every option of the program in one table. The parser, the variables and `--help` come from it; what each is for says docs/options.md.
 * `httpPort` is `--http-port` and `MANTEL_HTTP_PORT`. A boolean is a switch: `--demo` and `--no-demo`, or 0 and 1 in the environment. Each
 * schema takes the written value, or undefined if there is none.
 */
export const optionsSchema = v.object({
  host: v.optional(listenAddress, 'all'),
  httpPort: v.optional(port(0), '8420'),
  httpsPort: v.optional(port(0), String(DEFAULT_HTTPS_PORT)),
  dataDir: v.optional(
    v.pipe(v.string(), v.nonEmpty('this user has no home folder, so name a folder'), folder),
    defaultDataFolder
  ),
  name: v.optional(hostLabel, 'mantel'),
  tlsCert: v.optional(file),
  tlsKey: v.optional(file),
  mdns: v.optional(v.boolean(), true),
  discoveryPrefix: v.optional(
    list((entry) => /^[\x21-\x7e]{1,64}$/.test(entry), 'it is a list of words without spaces'),
    'CONTROLLER_DETECT,CONNECTHOME_BUTLER_DETECT'
  ),
  discoveryTargets: v.optional(list(isIPv4, 'it is a list of IPv4 addresses')),
  zwaveJs: v.optional(zwaveJsServer),
  demo: v.optional(v.boolean(), true),
  origin: v.optional(webOrigin),
  hsts: v.optional(v.boolean(), false),
  trustedProxies: v.optional(list(isAddressRange, 'it is a list of IP addresses and ranges')),
  killWorker: v.optional(v.boolean(), false),
  logLevel: v.optional(v.picklist(LOG_LEVELS, `it is one of ${LOG_LEVELS.join(', ')}`), 'info'),
  metricsTokenFile: v.optional(file),
  printSetupCode: v.optional(v.boolean(), false),
  now: v.optional(v.boolean(), false),
  keep: v.optional(number(1, 999)),
  plain: v.optional(v.boolean(), false),
  passphraseFile: v.optional(file),
  withRecord: v.optional(v.boolean(), false),
  report: v.optional(v.boolean(), false),
  back: v.optional(v.boolean(), false),
  yes: v.optional(v.boolean(), false),
  // Only tests set these, which have their controllers on this machine. They are variables alone.
  controllerPort: v.optional(port(1), '80'),
  discoveryPort: v.optional(port(1), String(CONTROLLER_UDP_PORT)),
  allowLoopback: v.optional(v.boolean(), false)
});

/** The options of a start. */
export type Options = v.InferOutput<typeof optionsSchema>;

/** An option with its names. */
export interface OptionRow {
  /** Its key in the options. */
  readonly property: string;
  /** `--http-port`. */
  readonly flag: string;
  /** `MANTEL_HTTP_PORT`. */
  readonly variable: string;
  readonly isSwitch: boolean;
  /** Reads its written value. */
  readonly schema: v.GenericSchema;
}

/** The rows in the table's order, with those that are variables alone. */
export const VARIABLE_ROWS: readonly OptionRow[] = Object.entries(optionsSchema.entries).map(
  ([property, schema]) => {
    const words = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const variable = `MANTEL_${words.replaceAll('-', '_').toUpperCase()}`;
    return { property, schema, variable, flag: `--${words}`, isSwitch: v.is(schema, true) };
  }
);

/** The options. */
export const OPTION_ROWS = VARIABLE_ROWS.slice(0, -3);
