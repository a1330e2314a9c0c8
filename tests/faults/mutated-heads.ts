import fc from 'fast-check';
import { spliced, splices } from './mutation';

const one = (...choices: string[]) => fc.constantFrom(...choices);

/** The second one in one case of ten. */
const mostly = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: unusual });

/** Mostly absent: most of its values are refused by the parser alone, before our own code sees the request. */
const rare = <T>(choice: fc.Arbitrary<T>) => mostly<T | null>(fc.constant(null), choice);

const host = one(
  'localhost',
  '127.0.0.1',
  '[::1]',
  'mantel.local',
  'LOCALHOST.',
  'evil.test',
  '',
  '..',
  'xn--',
  '[::',
  '[]',
  'localhost:',
  'localhost:0',
  'localhost:65535',
  'localhost:65536',
  'localhost:99999',
  '[::1]:99999',
  'mantel.local:70000',
  '127.0.0.1:100000',
  'localhost:-1',
  'localhost@x',
  'a.localhost',
  'localhost:8420:1'
);
const target = one(
  '/',
  '/api/me',
  '/api/controllers/024d616e7401/live',
  '/api/controllers/x/live?revision=%',
  '/install',
  '//evil.test/',
  '*',
  'http://localhost/',
  'localhost:443',
  '/%',
  '/%00',
  `/${'a'.repeat(2_000)}`,
  ''
);
const COOKIE = 'mantel-0123456789ab';
const headers = fc.record({
  Host: fc.option(host),
  Connection: fc.option(one('upgrade', 'Upgrade, close', 'close', 'keep-alive', 'te')),
  Upgrade: fc.option(one('websocket', 'x', 'h2c', 'WebSocket, x', '')),
  'Sec-WebSocket-Key': fc.option(one('dGhlIHNhbXBsZSBub25jZQ==', 'short', '')),
  'Sec-WebSocket-Version': fc.option(one('13', '8', 'x')),
  Origin: fc.option(one('http://localhost', 'https://127.0.0.1', 'null', 'http://localhost:99999', '://')),
  'Sec-Fetch-Site': fc.option(one('same-origin', 'cross-site', 'none', '\u0080')),
  Cookie: fc.option(
    one(`${COOKIE}=${'a'.repeat(43)}`, `__Host-${COOKIE}=${'b'.repeat(43)}; ${COOKIE}=`, '=;;==', ';')
  ),
  'X-Forwarded-For': fc.option(one('1.2.3.4', ',,', '::ffff:1', 'x'.repeat(500))),
  'Content-Length': rare(one('0', '5', '-1', '1e3', '99999999999999999999')),
  'Transfer-Encoding': rare(one('chunked', 'gzip', 'chunked, chunked')),
  Expect: rare(one('100-continue', 'x'))
});

const wellFormed = fc
  .record({
    method: mostly(one('GET', 'HEAD', 'POST', 'PUT', 'DELETE'), one('CONNECT', 'TRACE', 'PRI', 'get', '')),
    target,
    version: mostly(fc.constant('1.1'), one('1.0', '2.0', '9')),
    headers,
    isTwice: mostly(fc.constant(false), fc.constant(true))
  })
  .map(({ method, target: path, version, headers: fields, isTwice }) => {
    const lines = Object.entries(fields).flatMap(([name, value]) =>
      value === null ? [] : [`${name}: ${value}`]
    );
    const all = isTwice ? [...lines, ...lines.slice(0, 1)] : lines;
    return Buffer.from([`${method} ${path} HTTP/${version}`, ...all, '', ''].join('\r\n'), 'latin1');
  });

/** Request heads that no browser sends: unusual content, and most of them with damaged bytes. */
const mutatedHeads = fc
  .tuple(wellFormed, fc.option(splices, { freq: 2 }))
  .map(([head, damage]) => (damage === null ? head : spliced(head, damage)));

/** A sample of them, the same for the same seed. */
export const sampleHeads = (count: number, seed: number): Buffer[] =>
  fc.sample(mutatedHeads, { numRuns: count, seed });
