import * as v from 'valibot';
import { isIPv4 } from 'node:net';
import { isAddressRange } from '../../server/base/net/addresses';
import { CONTROLLER_UDP_PORT } from '../../server/controllers/discovery/search';
import { DEFAULT_HTTPS_PORT } from '../../server/http/https-server';
import { LOG_LEVELS } from '../log';
import {
  count,
  defaultDataFolder,
  file,
  folder,
  hostLabel,
  list,
  listenAddress,
  port,
  webOrigin,
  zwaveJsServer
} from './option-values';

/**
 * Every option of the program in one table. The parser, the environment variables, `--help` and docs/options.md come from it.
 * `httpPort` is `--http-port` and `MANTEL_HTTP_PORT`. A boolean is a switch: `--demo` and `--no-demo`, or 0 and 1 in the environment.
 */

/** What `--help` and docs/options.md say about an option. */
interface OptionDescription {
  /** Placeholder of its value; a switch has none. */
  readonly value?: string;
  /** Its default in words, if the value itself does not explain it. */
  readonly defaultLabel?: string;
  readonly description: string;
}

const abouts = new Map<v.GenericSchema, OptionDescription>();

/** An option with a value, its placeholder and description, and its default in words if the value itself does not explain it. */
function option<Schema extends v.GenericSchema>(
  value: string,
  description: string,
  schema: Schema,
  defaultLabel?: string
): Schema {
  abouts.set(schema, { value, description, ...(defaultLabel !== undefined && { defaultLabel }) });
  return schema;
}

/** A switch. */
function flag(description: string, isOn = false) {
  const schema = v.optional(v.boolean(), isOn);
  abouts.set(schema, { description });
  return schema;
}

/** The table. Each schema takes the written value, or undefined if there is none. */
export const optionsSchema = v.object({
  host: option(
    '<address>',
    'Address to listen on: `all`, or one address of this machine.',
    v.optional(listenAddress, 'all')
  ),
  httpPort: option('<port>', 'HTTP port; 0 picks a free one.', v.optional(port(0), '8420')),
  httpsPort: option(
    '<port>',
    'HTTPS port; 0 picks a free one. Without this option and `--origin`, port 443 redirects to it, if the system allows that port.',
    v.optional(port(0), String(DEFAULT_HTTPS_PORT))
  ),
  dataDir: option(
    '<folder>',
    'Folder for all stored data and their key. `$XDG_DATA_HOME` is respected.',
    v.optional(
      v.pipe(v.string(), v.nonEmpty('this user has no home folder, so name a folder'), folder),
      defaultDataFolder
    ),
    '~/.local/share/mantel'
  ),
  name: option('<name>', 'Name of this box on the network: `<name>.local`.', v.optional(hostLabel, 'mantel')),
  tlsCert: option(
    '<file>',
    'Your own certificate for HTTPS with its chain, as PEM. It is reloaded when it changes.',
    v.optional(file),
    'a certificate that Mantel issues'
  ),
  tlsKey: option('<file>', 'Key of your own certificate, as PEM.', v.optional(file), 'its key'),
  mdns: flag('Announce the name by mDNS.', true),
  discoveryPrefix: option(
    '<words>',
    'Discovery prefixes that your controller models answer to, with commas between them.',
    v.optional(
      list((entry) => /^[\x21-\x7e]{1,64}$/.test(entry), 'it is a list of words without spaces'),
      'CONTROLLER_DETECT,CONNECTHOME_BUTLER_DETECT'
    )
  ),
  discoveryTargets: option(
    '<addresses>',
    'Broadcast addresses to send searches to, with commas between them.',
    v.optional(list(isIPv4, 'it is a list of IPv4 addresses')),
    'each network’s broadcast address'
  ),
  zwaveJs: option(
    '<url>',
    'Z-Wave JS server, if it is not found on this machine. Elsewhere it needs `wss://` and the SHA-256 fingerprint of its certificate: `wss://192.168.1.5:3000#AB:CD:…`.',
    v.optional(zwaveJsServer),
    'ws://127.0.0.1:3000, if a search finds it'
  ),
  demo: flag('Offer the demo home with its virtual controller.', true),
  origin: option(
    '<origin>',
    'Address of Mantel behind your own HTTPS server, such as `https://panel.example.org`.',
    v.optional(webOrigin),
    'none'
  ),
  hsts: flag(
    'Send HSTS under your public name: browsers refuse plain HTTP there for a year. Needs `--origin` or `--tls-cert`. It is never sent for names and addresses of Mantel’s own certificate.'
  ),
  trustedProxies: option(
    '<addresses>',
    'Addresses of your own reverse proxies, or ranges such as `10.0.0.0/8`, with commas between them. `X-Forwarded-For` and `--origin` count only from them and from this machine.',
    v.optional(list(isAddressRange, 'it is a list of IP addresses and ranges')),
    'none'
  ),
  killWorker: flag(
    'Serve a service worker that removes itself, if a broken one blocks the app. Use it for some days only.'
  ),
  logLevel: option(
    '<level>',
    `Log level: ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}.`,
    v.optional(v.picklist(LOG_LEVELS, `it is one of ${LOG_LEVELS.join(', ')}`), 'info')
  ),
  metricsTokenFile: option(
    '<file>',
    'File whose first line is a token of 16 characters or more. With it, other machines may read `/metrics`; without it, only this one.',
    v.optional(file),
    'none'
  ),
  printSetupCode: flag(
    'Print a setup code at the start, for boxes without a shell. It is valid for 15 minutes.'
  ),
  keep: option(
    '<count>',
    'The backup goes into this folder, under a name with the date, and only so many of such backups stay there. For the nightly backups it is 30.',
    v.optional(count),
    'all'
  ),
  plain: flag('Do not encrypt the backup: anyone who can read the file can use every sign-in in it.'),
  passphraseFile: option(
    '<file>',
    'File whose first line is the passphrase of the backup, for scripts.',
    v.optional(file),
    'typed on the terminal'
  ),
  back: flag('Go back to the version before, which is kept.'),
  yes: flag(
    'Answer every question with yes, for scripts: an archive that is not verified, an older version, the sign-out of all phones and tablets in a backup.'
  ),
  // Only tests set these, which have their controllers on this machine. Without a description they are variables alone.
  controllerPort: option('<port>', '', v.optional(port(1), '80')),
  discoveryPort: option('<port>', '', v.optional(port(1), String(CONTROLLER_UDP_PORT))),
  allowLoopback: flag('')
});

/** The options of a start. */
export type Options = v.InferOutput<typeof optionsSchema>;

/** An option with its names, for `--help` and docs/options.md. */
export interface OptionRow extends OptionDescription {
  /** Its key in the options. */
  readonly property: string;
  /** `--http-port`. */
  readonly flag: string;
  /** `MANTEL_HTTP_PORT`. */
  readonly variable: string;
  /** The default in words. */
  readonly defaultLabel: string;
  /** Reads its written value. */
  readonly schema: v.GenericSchema;
}

/** The rows in the table's order, with those that are variables alone. */
export const VARIABLE_ROWS: readonly OptionRow[] = Object.entries(optionsSchema.entries).map(
  ([property, schema]) => {
    const words = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const description = abouts.get(schema) ?? { description: '' };
    return {
      ...{ property, schema },
      flag: `--${words}`,
      variable: `MANTEL_${words.replaceAll('-', '_').toUpperCase()}`,
      defaultLabel: defaultOf(schema),
      ...description
    };
  }
);

/** The options. */
export const OPTION_ROWS = VARIABLE_ROWS.filter(({ description }) => description !== '');

function defaultOf(schema: v.GenericSchema) {
  const value: unknown = 'default' in schema ? schema.default : undefined;
  return typeof value === 'string' ? value : value === true ? 'on' : 'off';
}
