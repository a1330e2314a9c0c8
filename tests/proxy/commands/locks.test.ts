import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../support/fake-clock';
import { body, json, refusal, silence, type Behaviour } from '../../support/misbehaving-controller';
import type { Upstream } from '../../support/upstream';
import { withMisbehavingController } from '../../support/upstream-test';

const ACTIONS = 'POST /devices/1/actions';

const FORMS: [string, string, string[]][] = [
  ['DevDoorLock alone', 'DevDoorLock', []],
  ['DevDoorLock with SwitchBinary', 'DevDoorLock', ['SwitchBinary']],
  ['DevLock with SwitchBinary', 'DevLock', ['SwitchBinary']],
  ['another type with DoorLock', 'DevSwitch', ['DoorLock']],
  ['another type with "Door Lock" and SwitchBinary', 'DevSwitch', ['Door Lock', 'SwitchBinary']]
];

const deviceOf = (type: string, interfaces: string[]) => ({
  id: 1,
  name: 'Front door',
  room_id: 1,
  type,
  interfaces,
  params: { Status: true }
});

const LOCK = json(deviceOf('DevDoorLock', ['SwitchBinary']));
const SWITCH = json(deviceOf('DevSwitch', ['SwitchBinary']));

/** A controller with this device 1, which would execute any command. */
const besideDevice = (read: Behaviour, clock?: FakeClock) =>
  withMisbehavingController({ 'GET /devices/1': read, [ACTIONS]: json({ success: true }) }, clock);

const REFUSED = [403, { error: { code: 'lock-refused' } }];
const UNREACHABLE = [502, { error: { code: 'controller-unreachable' } }];

const connections = ({ app }: Upstream) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));

async function summaryOf(answer: Promise<Response>): Promise<unknown[]> {
  const { status, json: read } = await answer.then(async (response) => ({
    status: response.status,
    json: (await response.json()) as unknown
  }));
  return [status, read];
}

describe('a lock', () => {
  it.each(FORMS)(
    'a lock in the form of %s accepts no command right after a restart, and the controller receives none',
    async (_name, type, interfaces) => {
      const { upstream, controller } = await besideDevice(json(deviceOf(type, interfaces)));
      for (const [method, params] of [
        ['setStatus', { status: false }],
        ['setLevel', { level: 0 }],
        ['unlock', {}]
      ] as const)
        expect(await summaryOf(upstream.command(1, method, params))).toMatchObject(REFUSED);
      expect(controller.count(ACTIONS)).toBe(0);
      expect(controller.count('GET /devices/1')).toBe(1);
    }
  );

  it.each(FORMS)(
    'a lock in the form of %s accepts no command if a watcher knows it, without a read',
    async (_name, type, interfaces) => {
      const { upstream, controller, connect } = await besideDevice(silence);
      controller.on('GET /devices', json([deviceOf(type, interfaces)]));
      await connect().next('home');
      expect(await summaryOf(upstream.command(1, 'setStatus', { status: false }))).toMatchObject(REFUSED);
      expect([controller.count(ACTIONS), controller.count('GET /devices/1')]).toEqual([0, 0]);
    }
  );

  it('a lock is refused if a watcher has learned what an earlier read did not contain', async () => {
    const { upstream, controller, connect } = await besideDevice(SWITCH);
    expect((await upstream.command(1, 'setStatus', { status: true })).status).toBe(200);
    controller.on('GET /devices', json([deviceOf('DevLock', ['SwitchBinary'])]));
    await connect().next('home');
    expect(await summaryOf(upstream.command(1, 'setStatus', { status: false }))).toMatchObject(REFUSED);
    expect(controller.count(ACTIONS)).toBe(1);
  });
});

describe('a device that no watcher knows', () => {
  it('an unknown device is read once for its commands in a minute, then again', async () => {
    const clock = new FakeClock();
    const { upstream, controller } = await besideDevice(SWITCH, clock);
    for (const status of [true, false])
      expect((await upstream.command(1, 'setStatus', { status })).status).toBe(200);
    expect(controller.count('GET /devices/1')).toBe(1);
    // The command itself is read back, and its watcher ends after it.
    await clock.advance(59_000);
    const before = controller.count('GET /devices/1');
    expect((await upstream.command(1, 'setStatus', { status: true })).status).toBe(200);
    expect(controller.count('GET /devices/1')).toBe(before);
    await clock.advance(60_000);
    const later = controller.count('GET /devices/1');
    expect((await upstream.command(1, 'setStatus', { status: false })).status).toBe(200);
    expect([controller.count('GET /devices/1'), controller.count(ACTIONS)]).toEqual([later + 1, 4]);
  });

  it('an unknown device is read once for simultaneous commands', async () => {
    const { upstream, controller } = await besideDevice(SWITCH);
    const answers = await Promise.all([
      upstream.command(1, 'setStatus', { status: true }),
      upstream.command(1, 'setLevel', { level: 5 })
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(controller.count('GET /devices/1')).toBe(1);
  });

  it('an unknown device is read separately for each user', async () => {
    const { upstream, controller } = await besideDevice(SWITCH);
    await upstream.signIn('guest', 'guest');
    const { headers } = upstream.addScreen('guest');
    await upstream.command(1, 'setStatus', { status: true });
    await upstream.call('/v2/devices/1/actions', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"method":"setStatus","params":{"status":false}}'
    });
    expect([controller.count('GET /devices/1'), controller.count(ACTIONS)]).toEqual([2, 2]);
  });

  it.each<[string, Behaviour]>([
    ['is refused', refusal(404, 'No such device')],
    ['fails', refusal(500)],
    ['is HTML', body('<html>')],
    ['returns another device', json({ ...deviceOf('DevSwitch', []), id: 2 })],
    ['tells of none', json({})]
  ])(
    'an unknown device accepts no command if its read %s, and is read again for the next one',
    async (_name, read) => {
      const { upstream, controller } = await besideDevice(read);
      expect(await summaryOf(upstream.command(1, 'setStatus', { status: true }))).toMatchObject(UNREACHABLE);
      expect(controller.count(ACTIONS)).toBe(0);
      controller.on('GET /devices/1', SWITCH);
      expect((await upstream.command(1, 'setStatus', { status: true })).status).toBe(200);
    }
  );

  it('an unknown device accepts no command if its read takes longer than 3 s', async () => {
    const clock = new FakeClock();
    const { upstream, controller } = await besideDevice(silence, clock);
    const answer = summaryOf(upstream.command(1, 'setStatus', { status: true }));
    await controller.nextRequest('GET /devices/1');
    await clock.advance(3_000);
    expect(await answer).toMatchObject(UNREACHABLE);
    expect(controller.count(ACTIONS)).toBe(0);
  });

  it('an unknown device receives nothing if the sender disconnects during its read', async () => {
    let answerRead = () => {};
    const { upstream, controller } = await besideDevice(
      (response, seen) => (answerRead = () => SWITCH(response, seen)),
      new FakeClock()
    );
    const gone = new AbortController();
    const command = upstream
      .command(1, 'setStatus', { status: true }, { signal: gone.signal })
      .catch(() => 'gone');
    await controller.nextRequest('GET /devices/1');
    gone.abort();
    expect(await command).toBe('gone');
    while ((await connections(upstream)) > 0) await settle();
    await settle();
    answerRead();
    expect(await summaryOf(upstream.command(1, 'setLevel', { level: 1 }))).toEqual([200, { success: true }]);
    expect(controller.count(ACTIONS)).toBe(1);
  });
});

it('an unknown device returns signed-out if that is why it cannot be read', async () => {
  const { upstream, controller } = await besideDevice(LOCK);
  upstream.accounts.forget(upstream.controller, 'demo');
  expect(await summaryOf(upstream.command(1, 'setStatus', { status: true }))).toMatchObject([
    409,
    { error: { code: 'signed-out' } }
  ]);
  expect(controller.count(ACTIONS)).toBe(0);
});
