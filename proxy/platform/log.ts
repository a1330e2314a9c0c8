import { escaped, textLineOf } from './log-text';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Log of events. An event is an object of fields and a message. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & Partial<Pick<Logger, 'isLevelEnabled'>>;

/** Log levels, from most to least output. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Names of fields that are redacted at each level of an event. */
const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'refresh_token',
  'accessToken',
  'refreshToken'
];

/** Paths for the top level and two levels below. Events are not nested deeper. */
const SECRET_PATHS = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

const SECRET_IN_TEXT = /([?&](?:(?:access_|refresh_)?token|code|password)=)[^&\s"]+/g;

/** Redacts secrets in query parameters of a URL or a message. */
export const withoutSecrets = (text: string) => text.replace(SECRET_IN_TEXT, '$1[secret]');

/** Log formats: `auto` is text on a terminal, and JSON elsewhere. */
export type LogFormat = 'auto' | 'text' | 'json';

/**
 * Creates a log that writes one line per event to `stream`, as JSON or as text. The program uses standard error; standard output is for
 * results.
 */
export function createLog(
  level: LogLevel,
  stream: DestinationStream & { readonly isTTY?: boolean },
  format: LogFormat = 'auto'
): Log {
  const isText = format === 'text' || (format === 'auto' && stream.isTTY === true);
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_PATHS, censor: '[secret]' }
    },
    { write: (line) => stream.write(withoutSecrets(isText ? textLineOf(line) : escaped(line))) }
  );
}

const nothing = () => undefined;

/** A log that writes nothing, for tests. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
