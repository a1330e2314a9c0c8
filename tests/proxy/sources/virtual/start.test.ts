import { describe, expect, test } from 'vitest';
import { HOUSE } from '../../../../proxy/sources/virtual/house/house';
import type { VirtualController } from '../../../../proxy/sources/virtual/start';
import { basic, bearer, Client, numberAt, recordsAt, textAt } from '../../../contract/client';
import { virtualForTest } from '../../../support/controllers';
import { FakeClock } from '../../../support/fake-clock';
import { startStandAlone, type StandAloneOptions } from '../../../../tools/virtual/stand-alone';

const LAMP = 21;

async function start(options: StandAloneOptions = {}) {
  const controller = await virtualForTest({ pollMs: 200, ...options });
  const base = `http://${controller.address}:${controller.port}/api/v2`;
  const client = new Client(base, basic('demo', 'demo'));
  const signIn = async () => {
    const { body } = await client.post('/auth/login');
    return { token: textAt(body, 'token'), refresh: textAt(body, 'refresh_token') };
  };
  const statusWith = async (token: string) => (await new Client(base, bearer(token)).get('/info')).status;
  const renew = (refresh: string) => new Client(base).post(`/auth/get-new-access-token?token=${refresh}`);
  return { controller, base, client, signIn, statusWith, renew };
}

/** Waits for a request of a kind. */
async function arrived(controller: VirtualController, request: string, client: Client) {
  while (controller.requests()[request] === undefined) await client.get('/info');
}

describe('a virtual controller', () => {
  test('has the chosen name, MAC and credentials', async () => {
    const chosen = { username: 'anna', password: 'secret', name: 'Cottage', mac: '02:AA:00:00:00:01' };
    const { base, client } = await start(chosen);
    expect(await client.get('/info')).toMatchObject({ status: 401 });
    const { body } = await new Client(base, basic('anna', 'secret')).get('/info');
    expect(body).toMatchObject({ id: '02aa00000001', name: 'Cottage', mac: '02:AA:00:00:00:01' });
  });

  test('answers the first renewals with the chosen errors, which use up no refresh token', async () => {
    const { signIn, renew } = await start({ renewalErrors: [500, 502, 404] });
    const { refresh } = await signIn();
    const statuses: number[] = [];
    for (let renewal = 0; renewal < 5; renewal++) statuses.push((await renew(refresh)).status);
    expect(statuses).toEqual([500, 502, 404, 200, 401]);
  });

  test('carries out one command after the other if the radio is slow, and answers each at once', async () => {
    const clock = new FakeClock();
    const { client, controller } = await start({ clock, radioMs: 8_000 });
    const lamps = [LAMP, 24];
    const isOn = () => lamps.map((id) => controller.device(id)?.params['Status']);
    for (const id of lamps) controller.setDevice(id, { params: { Status: false, Level: 0 } });
    for (const id of lamps)
      expect(
        await client.post(`/devices/${id}/actions`, { method: 'setStatus', params: { status: true } })
      ).toMatchObject({ status: 200 });
    await clock.advance(7_900);
    expect(isOn()).toEqual([false, false]);
    await clock.advance(2_100);
    expect(isOn()).toEqual([true, false]);
    await clock.advance(8_000);
    expect(isOn()).toEqual([true, true]);
  });

  test('gives the id of a lamp to a garage door after the chosen time', async () => {
    const clock = new FakeClock();
    const { controller, client } = await start({ clock, reuseIdMs: 30_000 });
    await clock.advance(29_999);
    expect(controller.device(LAMP)?.role).not.toBe('Gate');
    await clock.advance(1);
    expect(controller.device(LAMP)).toMatchObject({ name: 'Garage door', role: 'Gate' });
    expect(recordsAt((await client.get('/poll?last=0')).body, 'events')).toEqual([
      { type: 'DeviceListChanged' }
    ]);
  });

  test('is silent if nothing happens: a poll ends without events', async () => {
    const { client } = await start();
    expect(await client.get('/poll?last=0')).toMatchObject({ status: 200, body: { events: [], last: 0 } });
  });

  test('simulates changes unless that is switched off', async () => {
    const clock = new FakeClock();
    const { client } = await start({ clock, isLiving: true });
    await clock.advance(60_000);
    expect(numberAt((await client.get('/poll?last=0')).body, 'last')).toBeGreaterThan(5);
  });

  test('lacks the chosen paths, and has the chosen house', async () => {
    const { client } = await start({
      lacks: ['/poll', '/sections'],
      house: { ...HOUSE, sections: [], orphans: { room: 1, devices: [] } }
    });
    for (const path of ['/poll', '/sections']) expect(await client.get(path)).toMatchObject({ status: 404 });
    expect(recordsAt((await client.get('/rooms')).body, 'rooms')).toHaveLength(1);
  });

  test('leaves no timer and no connection after a stop, with a waiting poll too', async () => {
    const clock = new FakeClock();
    const { controller, client } = await start({ clock, isLiving: true, pollMs: 25_000 });
    await client.act(LAMP, 'setStatus', { status: true });
    const poll = client.get('/poll').catch(() => 'cut');
    await arrived(controller, 'GET /poll', client);
    await controller.stop();
    expect(await poll).toBe('cut');
    await clock.advance(0);
    expect(clock.waiting).toBe(0);
    await expect(client.get('/info')).rejects.toThrow('fetch failed');
  });

  test('rejects and leaves no listener if its port is in use', async () => {
    const { controller } = await start();
    await expect(startStandAlone({ port: controller.port })).rejects.toThrow('EADDRINUSE');
  });
});

test.each([
  ['a mode that it has not', 59, 'setMode', { mode: 'Cool' }],
  ['a fan mode that it has not', 33, 'setFanMode', { fanMode: 'Turbo' }],
  ['a setpoint for a mode that it has not', 59, 'setSetpoint', { setpoint: 21, setpointType: 'Cool' }],
  ['a setpoint that would freeze the pipes', 59, 'setSetpoint', { setpoint: 3, setpointType: 'Heat' }],
  ['a setpoint that would boil them', 59, 'setSetpoint', { setpoint: 33, setpointType: 'Heat' }],
  ['a colour that it does not mix', 25, 'setColor', { components: { Red: 1, Amber: 2 } }]
])('a device does not accept %s', async (_what, device, method, params) => {
  const { client } = await start();
  expect(await client.act(device, method, params)).toMatchObject({ status: 400, body: { errorCode: 42 } });
});

test('a device accepts values at the ends of its range', async () => {
  const { client } = await start();
  for (const setpoint of [4, 32])
    expect(await client.act(59, 'setSetpoint', { setpoint, setpointType: 'Heat' })).toMatchObject({
      status: 200
    });
});

test('the list of devices includes their commands on request', async () => {
  const { client } = await start();
  const devices = recordsAt((await client.get('/devices?with_actions=true')).body, 'devices');
  expect(devices.find(({ id }) => id === 26)?.['actions']).toEqual([
    'setLevel',
    'startLevelChange',
    'stopLevelChange',
    'setStatus',
    'stop'
  ]);
  expect(devices.find(({ id }) => id === 69)?.['actions']).toEqual([]);
});

test('a compact list has neither commands nor other bulky fields', async () => {
  const { client } = await start();
  const [device] = recordsAt((await client.get('/devices?compact=true')).body, 'devices');
  expect(device).toMatchObject({ id: LAMP, alive: true });
  expect(device).not.toHaveProperty('params');
});
