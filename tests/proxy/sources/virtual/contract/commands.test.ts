import { expect, test } from 'vitest';
import { isShown, type Device } from '#shared/home';
import { decodeDevice, decodeDevices } from '#shared/home-schema';
import { LEVEL_TOLERANCE } from '#shared/interfaces/level';
import { readThermostatMode } from '#shared/interfaces/thermostat-mode';
import { errorCodeOf, numberAt, recordsAt, textAt } from '../../../../support/controller-client';
import { Poller } from './poller';
import { startForFile } from './start-for-file';

const { client } = await startForFile();

/** All four query keys, as clients send them with every list [O]. */
const QUERY = 'show_hidden=false&compact=false&with_actions=true&fields=all';

async function find(fits: (device: Device) => boolean): Promise<Device> {
  const { body } = await client.get(`/devices?${QUERY}`);
  const device = decodeDevices(body)?.entries.find((each) => each.alive && isShown(each) && fits(each));
  if (device === undefined) throw new Error('The controller has no such device');
  return device;
}
const isOf = (type: string) => (device: Device) => device.type === type;
const has = (name: string) => (device: Device) => device.interfaces.includes(name);

const paramsOf = async (id: number) => decodeDevice((await client.get(`/devices/${id}`)).body)?.params;

/** Commands and the resulting changes [O]. */
test('commands are listed for a device', async () => {
  const { id } = await find(isOf('DevSwitch'));
  const { body } = await client.get(`/devices/${id}/actions`);
  expect(recordsAt(body, 'actions').map((action) => textAt(action, 'method'))).toContain('setStatus');
});

test('a command switches a lamp: accepted first, reported by a change afterwards', async () => {
  const lamp = await find(isOf('DevSwitch'));
  const wanted = lamp.params['Status'] !== true;
  const poller = await Poller.from(client);
  expect(await client.act(lamp.id, 'setStatus', { status: wanted })).toMatchObject({ status: 200 });
  expect(await poller.valuesUntil(lamp.id, 'Status', (value) => value === wanted)).toEqual([wanted]);
  expect(await paramsOf(lamp.id)).toMatchObject({ Status: wanted });
  await client.act(lamp.id, 'setStatus', { status: !wanted });
  await poller.valuesUntil(lamp.id, 'Status', (value) => value === !wanted);
});

test('a command dims a lamp, whose level approaches the target', async () => {
  const lamp = await find(isOf('DevDimmer'));
  const wanted = Number(lamp.params['Level']) > 50 ? 20 : 80;
  const isThere = (value: unknown) => Math.abs(Number(value) - wanted) <= LEVEL_TOLERANCE;
  const poller = await Poller.from(client);
  expect(await client.act(lamp.id, 'setLevel', { level: wanted })).toMatchObject({ status: 200 });
  const distances = (await poller.valuesUntil(lamp.id, 'Level', isThere)).map((value) =>
    Math.abs(Number(value) - wanted)
  );
  expect(distances).toEqual([...distances].sort((one, other) => other - one));
});

test('a command is refused with the error body if the device has no such method or the arguments are wrong', async () => {
  const { id, params } = await find(isOf('DevDimmer'));
  const before = params['Level'];
  for (const [method, args] of [
    ['explode', {}],
    ['setSetpoint', { setpoint: 20, setpointType: 'Heat' }],
    ['setLevel', {}],
    ['setLevel', { level: 100 }],
    ['setLevel', { level: '50' }],
    ['setLevel', { level: 1.5 }]
  ] as const) {
    const answer = await client.act(id, method, args);
    expect(answer.status).toBe(400);
    expect(errorCodeOf(answer)).toBeGreaterThan(0);
  }
  expect(await client.post(`/devices/${id}/actions`, [])).toMatchObject({ status: 400 });
  expect(await paramsOf(id)).toMatchObject({ Level: before });
});

test('the long poll starts from now without `last`: nothing from before is reported', async () => {
  const { last: before } = await Poller.from(client);
  const lamp = await find(isOf('DevSwitch'));
  const poll = client.get('/poll');
  await client.act(lamp.id, 'setStatus', { status: lamp.params['Status'] !== true });
  const { body } = await poll;
  expect(recordsAt(body, 'events').length).toBeLessThanOrEqual(numberAt(body, 'last') - before);
});

/** Requests in the exact forms of a client of such controllers [O]. */
test('a level of 100 is accepted for a shutter', async () => {
  const { id } = await find(has('Shutter'));
  expect(await client.act(id, 'setLevel', { level: 100 })).toMatchObject({ status: 200 });
});

test('a method without parameters is accepted without `params`', async () => {
  const { id } = await find(has('Shutter'));
  const answer = await client.post(`/devices/${id}/actions`, { method: 'stop' });
  expect(answer.status).toBe(200);
});

test('a setpoint is accepted for any mode of a thermostat', async () => {
  const { id, params } = await find(
    (device) => has('ThermostatSetpoint')(device) && readThermostatMode(device.params).modes.includes('Auto')
  );
  for (const setpointType of readThermostatMode(params).modes) {
    const answer = await client.act(id, 'setSetpoint', { setpoint: 21.5, setpointType });
    expect(answer.status).toBe(200);
  }
  expect(await client.act(id, 'setSetpoint', { setpoint: 21.5, setpointType: 'Boost' })).toMatchObject({
    status: 400
  });
});
