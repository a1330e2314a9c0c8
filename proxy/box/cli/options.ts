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
  keep: v.optional(count),
  plain: v.optional(v.boolean(), false),
  passphraseFile: v.optional(file),
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
