import { gzipSync } from 'node:zlib';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ControllerClient } from '../../../proxy/controllers/client';
import { MAX_BODY } from '../../../proxy/controllers/exchange';
import { failure, makeClient } from '../../support/client';
import { FakeClock } from '../../support/fake-clock';
import {
  body,
  cut,
  json,
  raw,
  refusal,
  silence,
  startMisbehaving,
  type Behaviour,
  type MisbehavingController
} from '../../../tools/support/misbehaving-controller';

let controller: MisbehavingController;
let client: ControllerClient;
let clock: FakeClock;

beforeEach(async () => {
  clock = new FakeClock();
  controller = await startMisbehaving();
  client = makeClient(controller.port, clock).client;
});
afterEach(async () => {
  await client.close();
  await controller.stop();
});

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** JSON text of this number of bytes. */
const textOf = (length: number) => `"${'x'.repeat(length - 2)}"`;

const endless: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (response.write(' '.repeat(64 * 1024)));
  };
  response.on('drain', more);
  more();
};

const MALFORMED: Record<string, Behaviour> = {
  'a redirect 301': json({}, 301, { location: '/api/v2/rooms' }),
  'a redirect 307': json({}, 307, { location: 'http://192.0.2.1/' }),
  'a 304': (response) => response.writeHead(304).end(),
  'endless chunks': endless,
  'an early close in the body': raw(`${OK}content-length: 100\r\n\r\n{"a":`),
  'a reset in the body': raw(`${OK}content-length: 100\r\n\r\n{"a":`, 'cut'),
  'a broken chunk': raw(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
  'a length that is too short': raw(`${OK}content-length: 3\r\n\r\n{"a":1}`),
  'two lengths': raw(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `),
  'an invalid length': raw(`${OK}content-length: two\r\n\r\n{}`),
  'one byte more than 5 MiB': body(textOf(MAX_BODY + 1)),
  'one byte more than 5 MiB, announced': body(textOf(MAX_BODY + 1), {
    'content-length': String(MAX_BODY + 1)
  }),
  'gzip, though it was not asked for': body(gzipSync('{}'), { 'content-encoding': 'gzip' }),
  'an unknown encoding': body('{}', { 'content-encoding': 'x-own' }),
  'invalid UTF-8': body(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  'UTF-16': body(Buffer.from('{"a":1}', 'utf16le')),
  'HTML with a 200': body('<html><body>Welcome</body></html>', { 'content-type': 'text/html' }),
  'an HTML error': (response) =>
    response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>'),
  'an empty error': (response) => response.writeHead(500).end(),
  'an error without words': json({ errorCode: 3 }, 400),
  'an empty 200': body(''),
  'truncated JSON': body('{"devices":[{"id":1'),
  NaN: body('{"a":NaN}'),
  'a depth of 100,000': body('['.repeat(100_000) + ']'.repeat(100_000)),
  'a depth of 65': body('['.repeat(65) + ']'.repeat(65)),
  'a response that is not HTTP': raw('SSH-2.0-OpenSSH_9.2\r\n'),
  'a header of 20 kB': raw(`${OK}x-long: ${'x'.repeat(20_000)}\r\ncontent-length: 2\r\n\r\n{}`),
  'an upgrade that nobody wants': raw(
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'
  )
};

const GOOD: Record<string, readonly [Behaviour, unknown]> = {
  '5 MiB': [body(textOf(MAX_BODY)), 'x'.repeat(MAX_BODY - 2)],
  'duplicate keys': [body('{"a":1,"a":2}'), { a: 2 }],
  'a depth of 64': [body('['.repeat(64) + ']'.repeat(64)), JSON.parse('['.repeat(64) + ']'.repeat(64))],
  'an id beyond 2^53': [body('{"id":9007199254740993}'), { id: 9007199254740992 }],
  'a key that reaches into prototypes': [body('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
  'an error code 0 in a success': [
    json({ errorMessage: 'ok', errorCode: 0 }),
    { errorMessage: 'ok', errorCode: 0 }
  ],
  'a 204': [(response) => response.writeHead(204).end(), null],
  'an answer after a hint': [
    raw(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${OK}content-length: 2\r\n\r\n{}`),
    {}
  ],
  'another type': [body('{"a":1}', { 'content-type': 'text/plain' }), { a: 1 }]
};

it.each(Object.entries(MALFORMED))('the answer to a read is malformed: %s', async (_name, behave) => {
  controller.on('GET /devices/1', behave);
  expect(await client.read('/devices/1')).toMatchObject(failure('controller-malformed'));
  expect(await client.read('/rooms')).toMatchObject({ ok: true });
  expect(controller.count('GET /devices/1')).toBe(1);
  expect(clock.waiting).toBe(0);
});

it.each(Object.entries(GOOD))('the answer to a read is valid: %s', async (_name, [behave, value]) => {
  controller.on('GET /devices/1', behave);
  expect(await client.read('/devices/1')).toEqual({ ok: true, value });
  expect(clock.waiting).toBe(0);
});

it('the answer to a read times out after 10 s if it never starts', async () => {
  controller.on('GET /devices/1', silence);
  const reading = client.read('/devices/1');
  await controller.nextRequest('GET /devices/1');
  await clock.advance(9_999);
  expect(clock.waiting).toBe(1);
  await clock.advance(1);
  expect(await reading).toMatchObject(failure('controller-unreachable'));
  expect(await client.read('/rooms')).toMatchObject({ ok: true });
});

it('the answer to a read times out after 10 s if it arrives byte by byte', async () => {
  let drip = () => {};
  controller.on('GET /devices/1', (response) => {
    response.writeHead(200);
    drip = () => response.write('[');
    drip();
  });
  const reading = client.read('/devices/1');
  await controller.nextRequest('GET /devices/1');
  for (let second = 0; second < 10; second++) {
    drip();
    await clock.advance(1_000);
  }
  expect((await reading).ok).toBe(false);
  expect(await client.read('/rooms')).toMatchObject({ ok: true });
});

it('the answer to a read is unreachable if the connection breaks before the first byte', async () => {
  controller.on('GET /devices/1', cut);
  expect(await client.read('/devices/1')).toMatchObject(failure('controller-unreachable'));
  expect(controller.count('GET /devices/1')).toBe(1);
});

it('the answer to a read is unreachable without a listener', async () => {
  await controller.disconnect();
  expect(await client.read('/rooms')).toMatchObject(failure('controller-unreachable'));
  await controller.reconnect();
  expect(await client.read('/rooms')).toMatchObject({ ok: true });
});

it('the answer to a read ends with its signal, and the connection closes', async () => {
  let isCut: Promise<unknown> = Promise.resolve();
  controller.on('GET /devices/1', (response) => void (isCut = once(response, 'close')));
  const gone = new AbortController();
  const reading = client.read('/devices/1', { signal: gone.signal });
  await controller.nextRequest('GET /devices/1');
  gone.abort();
  expect((await reading).ok).toBe(false);
  await isCut;
  expect((await client.read('/rooms', { signal: gone.signal })).ok).toBe(false);
  expect(controller.count('GET /rooms')).toBe(0);
});

it('the answer to a read is not requested if `beforeSend` returns false, and listeners of failures are not called', async () => {
  const failures: unknown[] = [];
  client.onFailure((failure) => failures.push(failure));
  const asked = { method: 'GET', path: '/rooms' } as const;
  expect((await client.send({ ...asked, beforeSend: () => false })).ok).toBe(false);
  expect(controller.count('GET /rooms')).toBe(0);
  expect((await client.send({ ...asked, beforeSend: () => true })).ok).toBe(true);
  expect(failures).toEqual([]);
});

it('the answer to a read has the controller’s message if it is an error', async () => {
  controller.on('GET /devices/1', refusal(404, 'No such device', 12));
  expect(await client.read('/devices/1')).toEqual({
    ok: false,
    error: {
      code: 'controller-refused',
      status: 404,
      message: 'No such device',
      detail: { errorMessage: 'No such device', errorCode: 12 }
    }
  });
});

it('the answer to a read is an error with a message alone too', async () => {
  controller.on('GET /devices/1', json({ errorMessage: 'Not now', errorCode: 'E7' }, 400));
  expect(await client.read('/devices/1')).toMatchObject(
    failure('controller-refused', { message: 'Not now' })
  );
});

it('the answer to a read is an error if its body is an error and its status is a success', async () => {
  controller.on('GET /devices/1', refusal(200, 'Not now'));
  expect(await client.read('/devices/1')).toMatchObject(
    failure('controller-refused', { message: 'Not now' })
  );
});

it.each<[object, string]>([
  [{ success: false, errorMessage: 'Not paired' }, 'Not paired'],
  [{ success: false, message: 'Not paired' }, 'Not paired'],
  [{ success: false, error: 'Not paired', errorCode: 0 }, 'Not paired'],
  [{ success: false }, 'It says that it was not successful.']
])('the answer to a read is an error if a 200 contains %j', async (answer, message) => {
  controller.on('GET /devices/1', json(answer));
  expect(await client.read('/devices/1')).toEqual({
    ok: false,
    error: { code: 'controller-refused', status: 200, message, detail: answer }
  });
});

it.each([[{ success: true }], [{ params: { success: false } }], [{ success: 'false' }]])(
  'the answer to a read is no error if a 200 contains %j',
  async (answer) => {
    controller.on('GET /devices/1', json(answer));
    expect(await client.read('/devices/1')).toEqual({ ok: true, value: answer });
  }
);

it.each([
  ['7', 7_000],
  ['0', 0],
  ['100000', 300_000],
  ['-1', undefined],
  ['7 apples', undefined],
  ['', undefined],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Thu, 01 Jan 2099 00:00:00 GMT', 300_000]
])('the answer to a read is busy with a Retry-After of %j for %j ms', async (header, ms) => {
  for (const status of [429, 503]) {
    controller.on('GET /devices/1', json({}, status, { 'retry-after': header }));
    const answer = await client.read('/devices/1');
    expect(answer).toMatchObject(failure('controller-busy', { status }));
    expect(!answer.ok && answer.error.retryAfterMs).toBe(ms);
  }
});

it('the answer to a read is requested without an encoding, with the token, and without headers that identify Mantel', async () => {
  await client.read('/rooms');
  const { headers } = await controller.nextRequest('GET /rooms');
  expect(headers).toEqual({
    host: `127.0.0.1:${controller.port}`,
    connection: 'keep-alive',
    accept: 'application/json',
    'accept-encoding': 'identity',
    authorization: 'Bearer access-1'
  });
});

it('a redirect is not followed: its target receives nothing', async () => {
  let knocks = 0;
  const sink = createServer(() => knocks++).listen(0, '127.0.0.1');
  await once(sink, 'listening');
  const { port } = sink.address() as AddressInfo;
  for (const status of [301, 302, 303, 307, 308]) {
    controller.on('GET /devices/1', json({}, status, { location: `http://127.0.0.1:${port}/` }));
    expect(await client.read('/devices/1')).toMatchObject(failure('controller-malformed'));
  }
  expect(knocks).toBe(0);
  sink.close();
});
