import { pino, type DestinationStream, type Logger } from 'pino';

/** Where events are told, as an object of facts and a sentence. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & Partial<Pick<Logger, 'isLevelEnabled'>>;

/** How much is told, from most to least. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Names of facts that are never told, wherever in an event they lie. */
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

/** At the top of an event, and one and two levels below: events are no deeper. */
const SECRET_PATHS = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

const SECRET_IN_TEXT = /([?&](?:(?:access_|refresh_)?token|code|password)=)[^&\s"]+/g;

/** A URL or a sentence without the secrets that a query may carry. */
export const withoutSecrets = (text: string) => text.replace(SECRET_IN_TEXT, '$1[secret]');

/** A log of one JSON line an event, to `stream` (standard error in the program: standard output is for what was asked). */
export function createLog(level: LogLevel, stream: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_PATHS, censor: '[secret]' }
    },
    { write: (line) => stream.write(withoutSecrets(line)) }
  );
}

const nothing = () => undefined;

/** Tells nobody: for tests. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
