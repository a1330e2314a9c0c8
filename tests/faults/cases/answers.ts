import { gzipSync } from 'node:zlib';
import type { ErrorCode } from '#shared/error-codes';
import {
  body,
  cut,
  json,
  raw,
  refusal,
  silence,
  type Behaviour
} from '../../../tools/support/misbehaving-controller';

/** A malformed or unusual response to a request, and the outcome for the proxy's clients. */
export interface AnswerCase {
  readonly behave: Behaviour;
  /** The outcome of a read: passed on whole, aborted while it is passed on, or an error. */
  readonly reading: 'passed' | 'aborted' | ErrorCode;
  /** The outcome of a command. */
  readonly command: 'passed' | ErrorCode;
  /** The status of the error, if the code does not determine it. */
  readonly status?: number;
  /** The error's Retry-After header; null if it has none. */
  readonly retryAfter?: string | null;
}

/** The maximum size of a response, in bytes (5 MiB). */
const MAX_BODY_BYTES = 5 * 1024 * 1024;
const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

const text = (length: number) => `"${'x'.repeat(length - 2)}"`;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const endless: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (response.write(' '.repeat(64 * 1024)));
  };
  response.on('drain', more);
  more();
};

/** Sends a byte from time to time, without an end. */
const drip: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

const answer = (
  behave: Behaviour,
  reading: AnswerCase['reading'],
  command: AnswerCase['command'],
  more: Partial<AnswerCase> = {}
): AnswerCase => ({ behave, reading, command, ...more });
const malformed = (behave: Behaviour) => answer(behave, 'controller-malformed', 'controller-malformed');
/** The outcome of a command is unknown. */
const lost = (behave: Behaviour, reading: AnswerCase['reading']) =>
  answer(behave, reading, 'outcome-unknown');
const good = (behave: Behaviour) => answer(behave, 'passed', 'passed');
const refused = (behave: Behaviour, status: number) =>
  answer(behave, 'controller-refused', 'controller-refused', { status });
const busy = (status: number, header: string | undefined, retryAfter: string | null) => {
  const behave = json({}, status, header === undefined ? {} : { 'retry-after': header });
  return answer(behave, 'controller-busy', 'controller-busy', { status, retryAfter });
};

/** All malformed responses: HTTP, JSON and rate limits. */
export const ANSWERS: Readonly<Record<string, AnswerCase>> = {
  'a redirect to itself': malformed(json({}, 301, { location: '/api/v2/rooms' })),
  'a redirect elsewhere': malformed(json({}, 307, { location: 'http://192.0.2.1/' })),
  'a 304 that nobody asked for': malformed((response) => response.writeHead(304).end()),
  'endless chunks': { ...malformed(endless), reading: 'aborted' },
  'a drip that never ends': lost(drip, 'controller-malformed'),
  silence: lost(silence, 'controller-unreachable'),
  'a break before the response': lost(cut, 'controller-unreachable'),
  'a break in the head': lost(raw('HTTP/1.1 200 O', 'cut'), 'controller-unreachable'),
  'an early close in the head': lost(raw('HTTP/1.1 200 O'), 'controller-unreachable'),
  'an early close in the body': lost(raw(`${OK}content-length: 100\r\n\r\n{"a":`), 'controller-malformed'),
  'a reset in the body': lost(raw(`${OK}content-length: 100\r\n\r\n{"a":`, 'cut'), 'controller-malformed'),
  'a long answer that breaks off': lost(
    raw(`${OK}content-length: 200000\r\n\r\n"${'x'.repeat(100_000)}`),
    'aborted'
  ),
  'a length that is too short': malformed(raw(`${OK}content-length: 3\r\n\r\n{"a":1}`)),
  'two lengths': malformed(raw(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `)),
  'an invalid length': malformed(raw(`${OK}content-length: two\r\n\r\n{}`)),
  'a broken chunk': malformed(raw(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`)),
  '5 MiB': good(body(text(MAX_BODY_BYTES))),
  'one byte more than 5 MiB': { ...malformed(body(text(MAX_BODY_BYTES + 1))), reading: 'aborted' },
  'one byte more than 5 MiB, announced': malformed(
    body(text(MAX_BODY_BYTES + 1), { 'content-length': String(MAX_BODY_BYTES + 1) })
  ),
  'gzip, though refused': malformed(body(gzipSync('{}'), { 'content-encoding': 'gzip' })),
  'an unknown encoding': malformed(body('{}', { 'content-encoding': 'x-own' })),
  'invalid UTF-8': malformed(body(Buffer.from([0x22, 0xff, 0xfe, 0x22]))),
  'UTF-16': malformed(body(Buffer.from('{"a":1}', 'utf16le'))),
  'a byte order mark': malformed(body('\ufeff{"a":1}')),
  'HTML with a 200': malformed(body('<html><body>Welcome</body></html>', { 'content-type': 'text/html' })),
  'an HTML error': malformed((response) =>
    response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>')
  ),
  'an error without words': malformed(json({ errorCode: 3 }, 400)),
  'an empty error': malformed((response) => response.writeHead(500).end()),
  'an empty 200': { ...malformed(body('')), command: 'passed' },
  'truncated JSON': malformed(body('{"devices":[{"id":1')),
  NaN: malformed(body('{"a":NaN}')),
  'duplicate keys': good(body('{"a":1,"a":2}')),
  'a depth of 64': good(body(`{"a":${nested(63)}}`)),
  'a depth of 65': malformed(body(`{"a":${nested(64)}}`)),
  // Longer than the part that the proxy checks before it passes the response on.
  'a depth of 100,000': { ...malformed(body(nested(100_000))), reading: 'passed' },
  'an id beyond 2^53': good(body('{"id":9007199254740993}')),
  'a key that reaches into prototypes': good(body('{"__proto__":{"polluted":true}}')),
  'a response that is not HTTP': malformed(raw('SSH-2.0-OpenSSH_9.2\r\n')),
  'a header of 20 kB': malformed(raw(`${OK}x-long: ${'x'.repeat(20_000)}\r\ncontent-length: 2\r\n\r\n{}`)),
  'an upgrade that nobody wants': malformed(
    raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')
  ),
  ...Object.fromEntries(
    ['000', '099', '600', '999'].map((status) => [
      `the status ${status}`,
      malformed(
        raw(`HTTP/1.1 ${status} Odd\r\ncontent-length: 35\r\n\r\n{"errorMessage":"No","errorCode":7}`)
      )
    ])
  ),
  'a 204 with a length': malformed(
    raw(`HTTP/1.1 204 No Content\r\ncontent-length: 200000\r\n\r\n${'x'.repeat(200_000)}`)
  ),
  'a refusal': refused(refusal(404, 'No such device', 12), 404),
  'a refusal with status 200': refused(refusal(200, 'Not now'), 502),
  'a success with an error code of 0': good(json({ errorMessage: 'ok', errorCode: 0 })),
  'a 429 with seconds': busy(429, '7', '7'),
  'a 429 for a year': busy(429, '31536000', '300'),
  'a 429 without a duration': busy(429, undefined, null),
  'a 503 until a past date': busy(503, 'Thu, 01 Jan 1970 00:00:00 GMT', '0'),
  'a 503 until a distant date': busy(503, 'Thu, 01 Jan 2099 00:00:00 GMT', '300'),
  'a 503 for garbage': busy(503, '7 apples', null)
};

/** Those that end at once. */
export const PROMPT = Object.entries(ANSWERS).filter(
  ([name]) => name !== 'a drip that never ends' && name !== 'silence'
);
