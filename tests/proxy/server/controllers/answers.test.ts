import { once } from 'node:events';
import { createServer } from 'node:net';
import { beforeEach, expect, it } from 'vitest';
import type { ControllerClient } from '../../../../proxy/server/controllers/client';
import { MAX_BODY } from '../../../../proxy/server/controllers/exchange';
import {
  body,
  json,
  raw,
  silence,
  type Behaviour,
  type MisbehavingController
} from '../../../../tools/support/misbehaving-controller';
import { PROMPT } from '../../../faults/cases/answers';
import { failure, makeClient } from '../../../support/client';
import { misbehavingForTest } from '../../../support/controllers';
import { FakeClock } from '../../../support/fake-clock';
import { listening } from '../../../support/listening';

let controller: MisbehavingController;
let client: ControllerClient;
let clock: FakeClock;

beforeEach(async () => {
  clock = new FakeClock();
  controller = await misbehavingForTest();
  client = makeClient(controller.port, clock).client;
});

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** JSON text of this number of bytes. */
const textOf = (length: number) => `"${'x'.repeat(length - 2)}"`;

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

/** Those that are malformed for whoever reads them whole, or no answer at all. */
const BROKEN = PROMPT.filter(([, { reading, command }]) =>
  [reading, command].some((outcome) => /malformed|aborted|unreachable/.test(outcome))
);

it.each(BROKEN)('the answer to a read is malformed, or none: %s', async (_name, { behave, reading }) => {
  controller.on('GET /devices/1', behave);
  const code = reading === 'controller-unreachable' ? reading : 'controller-malformed';
  expect(await client.read('/devices/1')).toMatchObject(failure(code));
  expect(await client.read('/rooms')).toMatchObject({ ok: true });
  expect(controller.count('GET /devices/1')).toBe(1);
  expect(clock.waiting).toBe(0);
});

it.each(PROMPT)('a command answered with %s is sent once and has its outcome', async (_name, wanted) => {
  const route = 'POST /devices/1/actions';
  const { behave, command, status } = wanted;
  controller.on(route, behave);
  const sent = await client.send({ method: 'POST', path: '/devices/1/actions', body: '{}', isCommand: true });
  const detail = status === undefined ? {} : { status };
  if (command === 'passed') expect(sent).toMatchObject({ ok: true });
  else expect(sent).toMatchObject(failure(command, status === 502 ? {} : detail));
  expect(controller.count(route)).toBe(1);
  expect(await client.read('/rooms')).toMatchObject({ ok: true });
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

it.each<[number, object, string]>([
  [404, { errorMessage: 'No such device', errorCode: 12 }, 'No such device'],
  [400, { errorMessage: 'Not now', errorCode: 'E7' }, 'Not now'],
  [200, { errorMessage: 'Not now', errorCode: 7 }, 'Not now'],
  [200, { success: false, errorMessage: 'Not paired' }, 'Not paired'],
  [200, { success: false, message: 'Not paired' }, 'Not paired'],
  [200, { success: false, error: 'Not paired', errorCode: 0 }, 'Not paired'],
  [200, { success: false }, 'It says that it was not successful.']
])('the answer to a read is an error with a message if a %i contains %j', async (status, answer, message) => {
  controller.on('GET /devices/1', json(answer, status));
  const error = { code: 'controller-refused', status, message, detail: answer };
  expect(await client.read('/devices/1')).toEqual({ ok: false, error });
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
  const port = await listening(createServer(() => knocks++));
  for (const status of [301, 302, 303, 307, 308]) {
    const location = `http://127.0.0.1:${port}/`;
    controller.on('GET /devices/1', json({ errorMessage: 'There' }, status, { location }));
    expect(await client.read('/devices/1')).toMatchObject(failure('controller-malformed'));
  }
  expect(knocks).toBe(0);
});
