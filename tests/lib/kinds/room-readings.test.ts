import { describe, expect, test } from 'vitest';
import { readingsOf, roomTemperatureOf, thermometersOf, type RoomHome } from '$lib/kinds/room-readings';
import { isShown, type Device, type RoomSensors } from '#shared/home';
import { insideTemperature, outsideTemperature } from '../../../src/features/wall/climate';
import { aDevice, aRoom } from './test-home';

let nextId = 0;
const aPart = (type: string, interfaces: readonly string[], params: object, more: Partial<Device>) =>
  aDevice({ id: ++nextId, room_id: 1, type, interfaces, params, name: 'Air', ...more });

/** A thermometer in room 1. */
const air = (Value: unknown, more: Partial<Device> = {}, params: object = {}) =>
  aPart('DevTemperature', ['SensorMultilevel'], { Value, sensorType: 'Temperature', ...params }, more);
const other = (
  type: string,
  interfaces: readonly string[],
  params: object = {},
  more: Partial<Device> = {}
) => aPart(type, interfaces, params, { name: 'Other', ...more });
const plug = (params: object, more: Partial<Device> = {}) =>
  other('DevSwitch', ['SwitchBinary'], params, more);
const valve = (params: object = {}) =>
  other('DevThermostat', ['ThermostatSetpoint', 'SensorMultilevel'], {
    sensorType: 'Temperature',
    ...params
  });

const homeOf = (devices: readonly Device[]): RoomHome => ({
  home: { devices },
  device: (id) => devices.find((device) => device.id === id),
  roomDevices: (room) => devices.filter((device) => device.room_id === room && isShown(device)),
  hiddenDevices: (room) => devices.filter((device) => device.room_id === room && !isShown(device))
});

const NO_MAIN = { temperature_sensor: null, humidity_sensor: null, luminosity_sensor: null };
const roomOf = (name: string, main?: Device, temperature?: RoomSensors['temperature']) => ({
  ...aRoom({ id: 1, name, main_devices: { ...NO_MAIN, temperature_sensor: main?.id ?? null } }),
  ...(temperature !== undefined && { sensors: { temperature } })
});

/** The devices of a home, of which the first is the room's main one if it is so. */
interface Row {
  readonly title: string;
  readonly devices: readonly Device[];
  readonly isMain?: boolean;
  readonly name?: string;
  /** What the household chose. */
  readonly chosen?: Device | 'none' | undefined;
  readonly shows: number | undefined;
}
const row = (title: string, devices: readonly Device[], shows?: number, more: Partial<Row> = {}): Row => ({
  title,
  devices,
  shows,
  ...more
});
const main = { isMain: true };
const elsewhere = { room_id: 2 };
const parent = plug({});
const inPlug = air(30, {}, { nodeId: 5 });
const silent = air(null);

describe('the temperature of a room', () => {
  test.each<Row>([
    row('its main device, in any room', [air(19.5, elsewhere), air(22)], 19.5, main),
    row('its median without a main device', [air(20), air(22), air(23)], 22),
    row('its median if the main device is dead', [air(19, { alive: false }), air(22)], 22, main),
    row('its median if the main device is silent', [air(null), air(22)], 22, main),
    row(
      'without dead, hidden and silent ones',
      [air(20), air(9, { alive: false }), air(9, { hidden: true })],
      20
    ),
    row('without other units', [air(20), air(21), air(70, {}, { valueUnit: '°F' })], 20.5),
    row('in Fahrenheit', [air(70, {}, { valueUnit: '°F' })], 70),
    row('not of a plug by its node', [air(46.2, {}, { nodeId: 5 }), plug({ nodeId: 5 }), air(20.4)], 20.4),
    row(
      'not of a plug, although it is the main device',
      [air(30, {}, { nodeId: 5 }), plug({ nodeId: 5 })],
      undefined,
      main
    ),
    row('not of a hidden plug', [air(30, {}, { nodeId: 5 }), plug({ nodeId: 5 }, { hidden: true })]),
    row('not of a plug by its parent, in any room', [parent, air(30, {}, { parentDeviceId: parent.id })]),
    row(
      'not of a main device in another room that is a dimmer’s',
      [air(30, elsewhere, { nodeId: 5 }), other('DevDimmer', ['SwitchMultilevel'], { nodeId: 5 }, elsewhere)],
      undefined,
      main
    ),
    row('not of a switch with a sensor', [
      other('DevSwitch', ['SwitchBinary', 'SensorMultilevel'], { Value: 30, sensorType: 'Temperature' })
    ]),
    row(
      'of a door’s sensor',
      [air(20, {}, { nodeId: 5 }), other('DevBinarySensor', ['SensorBinary'], { nodeId: 5 })],
      20
    ),
    row('of a thermostat', [valve({ Value: 21 })], 21),
    row(
      'of a thermostat with a relay',
      [air(21, {}, { nodeId: 5 }), valve({ nodeId: 5 }), plug({ nodeId: 5 })],
      21
    ),
    row('not of a freezer by its value', [air(-18)]),
    row('not of a boiler by its value', [air(65), air(20)], 20),
    row('not of a freezer by its name', [air(6, { name: 'Морозилка' })]),
    row('not of an oven by its icon', [air(30, { icon: 'oven' }), air(20)], 20),
    row('not of a sensor outside by its role', [air(12, { role: 'OutdoorTemperature' })]),
    row('not of a refrigerator in a kitchen, by the other rooms', [air(6), air(20), air(21, elsewhere)], 20),
    row('in a frozen house', [air(-4), air(-3, elsewhere), air(-5, elsewhere)], -4),
    row('in a hot attic', [air(38), air(30, elsewhere)], 38),
    row('in a cellar', [air(8), air(20, elsewhere)], 8),
    row('of the plug that the household chose', [inPlug, plug({ nodeId: 5 }), air(20)], 30, {
      chosen: inPlug
    }),
    row('that of the room itself if the chosen sensor is gone', [air(20)], 20, { chosen: inPlug }),
    row('that of the room itself if the chosen sensor is a plug now', [parent, air(20)], 20, {
      chosen: parent
    }),
    row('none if the chosen sensor is silent', [silent, air(20)], undefined, { chosen: silent }),
    row('none if the household chose none', [air(20), air(21)], undefined, { ...main, chosen: 'none' }),
    row('outside', [air(-7, { name: 'Garden' }), air(20, elsewhere)], -7, { name: 'Garden' }),
    row('in a sauna', [air(80), air(20, elsewhere)], 80, { name: 'Sauna' })
  ])('is $title: $shows', ({ devices, name = 'Kitchen', isMain, chosen, shows }) => {
    const home = homeOf(devices);
    const room = roomOf(name, isMain ? devices[0] : undefined, chosen === 'none' ? chosen : chosen?.id);
    expect(readingsOf(room, home).temperature?.value).toBe(shows);
    // A thermostat that measures nothing shows the same.
    const thermostat = aDevice({ id: 999, type: 'DevThermostat', interfaces: ['ThermostatSetpoint'] });
    expect(roomTemperatureOf(thermostat, room, home)?.reading.value).toBe(shows);
  });

  test('is shown for no thermostat that measures, is dead or in no room, and for nothing else', () => {
    const home = homeOf([air(20)]);
    const room = roomOf('Kitchen');
    const blind = valve();
    expect(roomTemperatureOf(blind, room, home)?.sensor?.name).toBe('Air');
    for (const device of [valve({ Value: 19 }), { ...blind, alive: false }, parent])
      expect(roomTemperatureOf(device, room, home)).toBeUndefined();
    expect(roomTemperatureOf(blind, null, home)).toBeUndefined();
  });
});

describe('the temperatures on the wall', () => {
  const climate = (name: string, ...devices: readonly Device[]) => {
    const home = homeOf(devices);
    const room = roomOf(name, devices.length > 1 ? devices[0] : undefined);
    const { temperature } = readingsOf(room, home);
    return { room, temperature, thermometers: thermometersOf(devices, home) };
  };
  const kitchen = climate('Kitchen', air(20));
  test.each([
    ['a sensor says so', climate('Hall', air(7, { name: 'Outdoor temperature' }))],
    ['a main sensor says so', climate('Hall', air(7, { name: 'Outdoor temperature' }), air(19))],
    ['a room says so', climate('Garden', air(7))],
    ['a room says so in Ukrainian', climate('Балкон', air(7))],
    ['a sensor says so in Ukrainian', climate('Хол', air(7, { name: 'Температура надворі' }))]
  ])('are outside where %s', (_, place) => {
    expect(outsideTemperature([kitchen, place])?.value).toBe(7);
    expect(insideTemperature([kitchen, place])?.value).toBe(20);
  });

  test('are inside the median of the rooms without saunas, and outside never that of a plug', () => {
    const garden = climate('Kitchen', plug({ nodeId: 5 }), air(40, { name: 'Garden plug' }, { nodeId: 5 }));
    const rooms = [kitchen, climate('Sauna', air(80)), garden];
    expect(insideTemperature(rooms)?.value).toBe(20);
    expect(outsideTemperature(rooms)).toBeUndefined();
  });
});
