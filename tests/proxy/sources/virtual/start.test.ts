import { expect, test } from 'vitest';
import type { VirtualController } from '../../../../proxy/sources/virtual/start';
import type { StandAloneOptions } from '../../../../tools/virtual/stand-alone';
import { basic, Client, numberAt, recordsAt } from '../../../support/controller-client';
import { virtualForTest } from '../../../support/controllers';
import { FakeClock } from '../../../support/fake-clock';

const LAMP = 21;

async function start(options: StandAloneOptions = {}) {
  const controller = await virtualForTest({ pollMs: 200, ...options });
  const base = `http://${controller.address}:${controller.port}/api/v2`;
  return { controller, client: new Client(base, basic('demo', 'demo')) };
}

/** Waits for a request of a kind. */
async function arrived(controller: VirtualController, request: string, client: Client) {
  while (controller.requests()[request] === undefined) await client.get('/info');
}

test('a virtual controller simulates changes unless that is switched off', async () => {
  const clock = new FakeClock();
  const { client } = await start({ clock, isLiving: true });
  await clock.advance(60_000);
  expect(numberAt((await client.get('/poll?last=0')).body, 'last')).toBeGreaterThan(5);
});

test('a virtual controller leaves no timer and no connection after a stop, with a waiting poll too', async () => {
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

test.each([
  ['a mode that it has not', 59, 'setMode', { mode: 'Cool' }, 400],
  ['a fan mode that it has not', 33, 'setFanMode', { fanMode: 'Turbo' }, 400],
  ['a setpoint for a mode that it has not', 59, 'setSetpoint', { setpoint: 21, setpointType: 'Cool' }, 400],
  ['a setpoint that would freeze the pipes', 59, 'setSetpoint', { setpoint: 3, setpointType: 'Heat' }, 400],
  ['its lowest setpoint', 59, 'setSetpoint', { setpoint: 4, setpointType: 'Heat' }, 200],
  ['its highest setpoint', 59, 'setSetpoint', { setpoint: 32, setpointType: 'Heat' }, 200],
  ['a setpoint that would boil them', 59, 'setSetpoint', { setpoint: 33, setpointType: 'Heat' }, 400],
  ['a colour that it does not mix', 25, 'setColor', { components: { Red: 1, Amber: 2 } }, 400]
])('a device that is set to %s answers with its status', async (_what, device, method, params, status) => {
  const { client } = await start();
  const answer = await client.act(device, method, params);
  expect(answer.status).toBe(status);
  if (status === 400) expect(answer.body).toMatchObject({ errorCode: 42 });
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
