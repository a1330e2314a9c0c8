import { expect, it } from 'vitest';
import { json, refusal, silence, type Behaviour } from '../../../../tools/support/misbehaving-controller';
import { FakeClock, settle } from '../../../support/fake-clock';
import { codeOf } from '../../../support/lamp-upstream';
import { withMisbehavingController } from '../../../support/upstream-test';

const ACTIONS = 'POST /devices/1/actions';

const FORMS: [string, string, string[]][] = [
  ['DevDoorLock alone', 'DevDoorLock', []],
  ['DevDoorLock with SwitchBinary', 'DevDoorLock', ['SwitchBinary']],
  ['DevLock with SwitchBinary', 'DevLock', ['SwitchBinary']],
  ['another type with DoorLock', 'DevSwitch', ['DoorLock']],
  ['another type with "Door Lock" and SwitchBinary', 'DevSwitch', ['Door Lock', 'SwitchBinary']]
];

const door = { id: 1, name: 'Front door', room_id: 1, params: { Status: true } };
const deviceOf = (type: string, interfaces: string[]) => ({ ...door, type, interfaces });
const SWITCH = deviceOf('DevSwitch', ['SwitchBinary']);

/** A controller with this list of devices, which would execute any command. */
const besideDevices = (list: Behaviour, clock?: FakeClock) =>
  withMisbehavingController({ 'GET /devices': list, [ACTIONS]: json({ success: true }) }, clock);

it.each(FORMS)(
  'a lock in the form of %s accepts no command right after a restart, by HTTP or on a live connection',
  async (_name, type, interfaces) => {
    const { upstream, controller, connect } = await besideDevices(json([deviceOf(type, interfaces)]));
    for (const [method, params] of [
      ['setStatus', { status: false }],
      ['setLevel', { level: 0 }],
      ['unlock', {}]
    ] as const) {
      const answer = await upstream.command(1, method, params);
      expect({ status: answer.status, json: await answer.json() }).toMatchObject({
        status: 403,
        json: { error: { code: 'lock-refused' } }
      });
      const commands = [{ device: 1, method, params }];
      expect(codeOf(await connect().say({ commands }))).toBe('lock-refused');
    }
    expect(controller.count(ACTIONS)).toBe(0);
  }
);

it('a lock is refused if a watcher has learned what an earlier list did not contain', async () => {
  const { upstream, controller, connect } = await besideDevices(json([SWITCH]));
  const client = connect();
  await client.next('home');
  expect((await upstream.command(1, 'setStatus', { status: true })).status).toBe(200);
  controller.on('GET /devices', json([deviceOf('DevLock', ['SwitchBinary'])]));
  const from = client.messages.length;
  await controller.answerPoll({ events: [{ type: 'DeviceListChanged' }], last: 5 });
  await client.next('home', undefined, from);
  expect((await upstream.command(1, 'setStatus', { status: false })).status).toBe(403);
  expect(controller.count(ACTIONS)).toBe(1);
});

it('a home that no watcher knows is read before its first command', async () => {
  const { upstream, controller } = await besideDevices(json([SWITCH]));
  expect((await upstream.command(1, 'setStatus', { status: true })).status).toBe(200);
  expect([controller.count('GET /devices'), controller.count(ACTIONS)]).toEqual([1, 1]);
});

it.each<[string, Behaviour]>([
  ['is refused', refusal(500)],
  ['tells of none', json({})]
])('a home that no watcher knows accepts no command if its reading %s', async (_name, list) => {
  const { upstream, controller } = await besideDevices(list);
  expect((await upstream.command(1, 'setStatus', { status: true })).status).toBeGreaterThanOrEqual(500);
  expect(controller.count(ACTIONS)).toBe(0);
});

it('a home that no watcher knows accepts no command if its reading takes longer than 10 s', async () => {
  const clock = new FakeClock();
  const { upstream, controller } = await besideDevices(silence, clock);
  const answer = upstream.command(1, 'setStatus', { status: true });
  await controller.nextRequest('GET /devices');
  await clock.advance(10_000);
  expect((await answer).status).toBe(502);
  expect(controller.count(ACTIONS)).toBe(0);
});

it('a home that no watcher knows receives nothing if the sender disconnects while it is read', async () => {
  let answerList = () => {};
  const { upstream, controller } = await besideDevices(
    (response, seen) => (answerList = () => json([SWITCH])(response, seen)),
    new FakeClock()
  );
  const gone = new AbortController();
  const command = upstream
    .command(1, 'setStatus', { status: true }, { signal: gone.signal })
    .catch(() => 'gone');
  await controller.nextRequest('GET /devices');
  gone.abort();
  expect(await command).toBe('gone');
  const connections = () =>
    new Promise<number>((resolve) => upstream.app.server.getConnections((_error, count) => resolve(count)));
  while ((await connections()) > 0) await settle();
  answerList();
  expect((await upstream.command(1, 'setStatus', { status: false })).status).toBe(200);
  expect(controller.count(ACTIONS)).toBe(1);
});

it('a home that no watcher knows returns signed-out if that is why it cannot be read', async () => {
  const { upstream, controller } = await besideDevices(json([SWITCH]));
  upstream.accounts.dropTokens(upstream.controller);
  const answer = await upstream.command(1, 'setStatus', { status: true });
  expect({ status: answer.status, json: await answer.json() }).toMatchObject({
    status: 409,
    json: { error: { code: 'signed-out' } }
  });
  expect(controller.count(ACTIONS)).toBe(0);
});
