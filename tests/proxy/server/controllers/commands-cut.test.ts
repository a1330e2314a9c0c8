import { beforeEach, expect, it } from 'vitest';
import { systemClock } from '#shared/clock';
import type { ControllerClient } from '../../../../proxy/server/controllers/client';
import {
  cut,
  json,
  raw,
  refusal,
  silence,
  type Behaviour,
  type MisbehavingController
} from '../../../../tools/support/misbehaving-controller';
import { failure, makeClient } from '../../../support/client';
import { misbehavingForTest } from '../../../support/controllers';
import { FakeClock } from '../../../support/fake-clock';

const ROUTE = 'POST /devices/1/actions';
const body = '{"method":"pulse","params":{}}';
const order = { method: 'POST', path: '/devices/1/actions', body, isCommand: true } as const;

let controller: MisbehavingController;
let client: ControllerClient;

beforeEach(async () => {
  controller = await misbehavingForTest();
  client = makeClient(controller.port, systemClock).client;
});

it.each<[string, Behaviour]>([
  ['a 204', (response) => response.writeHead(204).end()],
  ['a 202 with JSON', json({ accepted: true }, 202)]
])('a command is accepted by %s', async (_name, behave) => {
  controller.on(ROUTE, behave);
  expect(await client.send(order)).toMatchObject({ ok: true });
});

it('a command without a connection is unreachable, not unknown', async () => {
  await controller.disconnect();
  expect(await client.send(order)).toMatchObject(failure('controller-unreachable'));
  await controller.reconnect();
  expect(controller.count(ROUTE)).toBe(0);
});

it('a command without an answer in 10 s has an unknown outcome', async () => {
  const clock = new FakeClock();
  const { client: patient } = makeClient(controller.port, clock);
  controller.on(ROUTE, silence);
  const sending = patient.send(order);
  await controller.nextRequest(ROUTE);
  await clock.advance(10_000);
  expect(await sending).toMatchObject(failure('outcome-unknown'));
});

it('a command reaches the controller at most once, however often its connection is cut', async () => {
  controller.on('GET /rooms', (response, seen) => {
    if (seen.url.length % 2 === 0) cut(response, seen);
    else json([])(response, seen);
  });
  let number = 0;
  const closing = json({}, 200, { connection: 'close' });
  const behaviours = [cut, json({}), raw('HTTP/1.1 200 OK\r\n', 'cut'), closing];
  controller.on(ROUTE, (response, seen) => behaviours[number++ % behaviours.length]?.(response, seen));
  for (let round = 0; round < 100; round++) {
    const command = client.send({ ...order, body: JSON.stringify({ method: 'pulse', params: { round } }) });
    if (round % 3 === 0) void client.read(`/rooms?${'x'.repeat(round % 5)}`);
    if (round % 7 === 0) controller.cutAll();
    await command;
  }
  const bodies = controller.seen.filter(({ method }) => method === 'POST').map(({ body: sent }) => sent);
  expect(new Set(bodies).size).toBe(bodies.length);
  expect(bodies.length).toBeGreaterThan(50);
});

it('a command is sent again after a 401, because it was not executed', async () => {
  controller.on('POST /auth/get-new-access-token', json({ token: 'access-2' }));
  controller.on(ROUTE, (response, seen) =>
    (seen.headers.authorization === 'Bearer access-2' ? json({}) : refusal(401))(response, seen)
  );
  expect(await client.send(order)).toMatchObject({ ok: true });
  expect(controller.count(ROUTE)).toBe(2);
});
