import { expect, test } from 'vitest';
import { roomTemperatureOf } from '$lib/kinds/room-temperature';
import type { Device } from '#shared/home';
import { aDevice, aRoom } from './test-home';

const room = aRoom({
  id: 1,
  main_devices: { temperature_sensor: 9, humidity_sensor: null, luminosity_sensor: null }
});
const valve = aDevice({ id: 1, type: 'DevThermostat', interfaces: ['ThermostatSetpoint'] });
const sensor = aDevice({
  id: 9,
  interfaces: ['SensorMultilevel'],
  params: { Value: 20.4, valueUnit: '°C', sensorType: 'Temperature' }
});
const measured = (thermostat: Device, speaker: Device | undefined = sensor) =>
  roomTemperatureOf(thermostat, room, (id) => (id === speaker.id ? speaker : undefined));

test('a thermostat without a sensor has the temperature of its room’s main sensor, and names it', () => {
  expect(measured(valve)).toEqual({ reading: { value: 20.4, unit: '°C' }, sensor });
});

test('a thermostat with a sensor uses its own value only', () => {
  const own = { ...valve, interfaces: [...valve.interfaces, 'SensorMultilevel'], params: { Value: 19 } };
  expect(measured(own)).toBeUndefined();
});

test.each([
  ['a dead sensor', { ...sensor, alive: false }],
  ['a silent one', { ...sensor, params: {} }],
  ['one that is not there', { ...sensor, id: 8 }]
])('%s gives no temperature', (_, speaker) => {
  expect(measured(valve, speaker)).toBeUndefined();
});

test('other devices, and thermostats without a room or out of reach, get none', () => {
  expect(measured({ ...valve, alive: false })).toBeUndefined();
  expect(measured(sensor)).toBeUndefined();
  expect(roomTemperatureOf(valve, null, () => sensor)).toBeUndefined();
});
