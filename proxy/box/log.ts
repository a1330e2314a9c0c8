import { pino, type DestinationStream, type Logger } from 'pino';
import type { Clock } from '#shared/clock';
import { isRecord } from '#shared/home';
import { readText } from '#shared/read';
import { withoutSecrets, type Log } from '../server/base/platform/log';
import type { RunProgram } from './process';

/** Fields that have a place of their own in a line of text, and the mark of the box's own lines, which is for reports. */
const NO_FIELD = ['time', 'level', 'msg', 'err', 'box'];

/** A line of the log as text; see `textOfEvent`. */
function textLineOf(json: string): string {
  const event: unknown = JSON.parse(json);
  return isRecord(event) ? textOfEvent(event) : json;
}

/** An event as text: time, level, message, then the other fields as `name=value`, and the stack of an error below. */
export function textOfEvent(entry: Readonly<Record<string, unknown>>): string {
  const text = (name: string) => readText(entry[name]) ?? '';
  const rest = Object.entries(entry)
    .filter(([name]) => !NO_FIELD.includes(name))
    .map(([name, value]) => `${name}=${valueOf(value)}`);
  const time = text('time')
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z');
  const line = [time, text('level').toUpperCase().padEnd(5), plain(text('msg')), ...rest].join(' ');
  return `${line}\n${stackOf(entry['err'])}`;
}

/** A value without spaces as it is, and any other as JSON, so that a line has no line break and no escape sequence. */
const valueOf = (value: unknown) =>
  typeof value === 'string' && /^[\w.:/@+-]+$/.test(value) ? value : plain(JSON.stringify(value));

/** Text from elsewhere for one line of a terminal: without line breaks, escape sequences and marks that change the text direction. */
export const plain = (text: string) => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');

/** A name that a user chose, for one line of a terminal. */
export const plainName = (name: string) => plain(name).trim() || '(no name)';

/** A line of JSON in which characters that a terminal or an editor may obey are escaped. The value is the same. */
const escaped = (json: string) =>
  json.replaceAll(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
    ).join('')
  );

function stackOf(error: unknown): string {
  const stack: unknown = Reflect.get(Object(error), 'stack');
  if (typeof stack !== 'string') return '';
  return stack
    .split('\n')
    .map((line) => `  ${plain(line)}\n`)
    .join('');
}

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

/** Where a log is written. */
type LogStream = DestinationStream & { readonly isTTY?: boolean };

/**
 * Creates a log that writes one line per event to `stream`: as text to a terminal, else as JSON. The program uses standard error; standard
 * output is for results.
 * @param onLine called with the JSON of each event, which may have characters that a terminal obeys
 */
export function createLog(
  level: LogLevel,
  stream: LogStream,
  onLine: (json: string) => void = () => undefined
): Log & Pick<Logger, 'level'> {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_PATHS, censor: '[secret]' }
    },
    {
      write: (line) => {
        onLine(line);
        stream.write(withoutSecrets(stream.isTTY ? textLineOf(line) : escaped(line)));
      }
    }
  );
}

/** How many lines of a log a report has, and how many characters of each. */
export const MAX_LINES = 200;
const MAX_LINE_LENGTH = 2_000;

/** The last lines of a text. Each is a copy, because a part of a string keeps the whole in memory. */
export const lastLinesOf = (text: string): readonly string[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(-MAX_LINES)
    .map((line) => Buffer.from(line.slice(0, MAX_LINE_LENGTH)).toString());

/** The last lines that the journal of this system has of the service; none if this user may not read them. */
export async function journalLines(run: RunProgram): Promise<readonly string[]> {
  const argv = ['--quiet', '-u', 'mantel', '-n', String(MAX_LINES), '-o', 'cat', '--no-pager'];
  const { stdout } = await run('journalctl', ...argv);
  return stdout === '' ? [] : lastLinesOf(stdout);
}

/** How long a log stays at `debug`, in ms. */
const DEBUG_MS = 15 * 60_000;

/** Returns a function that sets a log to `debug` for 15 minutes from then on. */
export function debugForAWhile(log: Log & Pick<Logger, 'level'>, clock: Clock): () => void {
  const { level } = log;
  let cancel = () => {};
  return () => {
    cancel();
    log.level = 'debug';
    log.info({ box: true }, 'Log level is debug for 15 minutes.');
    cancel = clock.after(DEBUG_MS, () => {
      log.info({ box: true }, `Log level is ${level} again.`);
      log.level = level;
    });
  };
}
