import { expect, test } from 'vitest';
import { isShown, type Device } from '#shared/home';
import { measurementsOf, thermometersOf, type RoomHome } from '$lib/kinds/room-readings';
import { surroundingsOf } from '$lib/kinds/surroundings';
import { insideTemperature, outsideTemperature } from '../../../src/features/wall/climate';
import { aDevice, aRoom } from './test-home';

let id = 0;
/** A device in room 1. */
const aPart = (type: string, interfaces: readonly string[], params: object, more: Partial<Device>) =>
  aDevice({ id: ++id, room_id: 1, type, interfaces, params, name: 'Air', ...more });
const air = (Value: unknown, more: Partial<Device> = {}, params: object = {}) =>
  aPart('DevTemperature', ['SensorMultilevel'], { Value, sensorType: 'Temperature', ...params }, more);
const plug = (params: object, more: Partial<Device> = {}) =>
  aPart('DevSwitch', ['SwitchBinary', 'SensorMultilevel'], { sensorType: 'Temperature', ...params }, more);
const valve = (params: object) =>
  aPart(
    'DevThermostat',
    ['ThermostatSetpoint', 'SensorMultilevel'],
    { sensorType: 'Temperature', ...params },
    {}
  );

const homeOf = (devices: readonly Device[]): RoomHome => ({
  home: { devices },
  device: (wanted) => devices.find((device) => device.id === wanted),
  roomDevices: (room) => devices.filter((device) => device.room_id === room && isShown(device)),
  hiddenDevices: (room) => devices.filter((device) => device.room_id === room && !isShown(device))
});

/** A room; its main sensor, and what the household chose. */
const roomOf = (name: string, main?: Device, temperature?: number | 'none') => ({
  ...aRoom({
    id: 1,
    name,
    main_devices: { temperature_sensor: main?.id ?? null, humidity_sensor: null, luminosity_sensor: null }
  }),
  ...(temperature !== undefined && { sensors: { temperature } })
});

const node = { nodeId: 5 };
const elsewhere = { room_id: 2 };
const parent = plug({});
const inPlug = [air(30, {}, node), plug(node)] as const;
const [hot] = inPlug;
const silent = air(null);
const far = air(30, elsewhere, node);
const door = aPart('DevBinarySensor', ['SensorBinary'], node, {});

/** What a room shows, of the devices of its home. `main`: of which the first is the main one. */
type More = { main?: true; name?: string; chosen?: number | 'none' };
type Row = readonly [title: string, shows: number | undefined, devices: readonly Device[], more?: More];

const TEMPERATURES: readonly Row[] = [
  ['its main device, in any room', 19.5, [air(19.5, elsewhere), air(22)], { main: true }],
  ['its median without a main device', 22, [air(20), air(22), air(23)]],
  ['its median if the main device is dead', 22, [air(19, { alive: false }), air(22)], { main: true }],
  ['its median if the main device is silent', 22, [silent, air(22)], { main: true }],
  ['without dead and hidden ones', 20, [air(20), air(9, { alive: false }), air(9, { hidden: true })]],
  ['with other units', 21, [air(69.8, {}, { valueUnit: '°F' }), air(20), air(25)]],
  ['in the unit of most', 68, [air(20), ...[68, 70].map((value) => air(value, {}, { valueUnit: '°F' }))]],
  ['in Kelvin too', 20, [air(19), air(295.15, {}, { valueUnit: 'K' }), air(20)]],
  ['in Fahrenheit', 70, [air(70, {}, { valueUnit: '°F' })]],
  ['not of a plug by its node', 20.4, [...inPlug, air(20.4)]],
  ['not of a plug, although it is the main device', undefined, inPlug, { main: true }],
  ['not of a hidden plug', undefined, [hot, plug(node, { hidden: true })]],
  ['not of a plug by its parent', undefined, [parent, air(30, {}, { parentDeviceId: parent.id })]],
  ['not of a main device’s plug in another room', undefined, [far, plug(node, elsewhere)], { main: true }],
  ['not of a switch with a sensor', undefined, [plug({ Value: 30 })]],
  ['of the sensor of a door', 30, [hot, door]],
  ['of a thermostat', 21, [valve({ Value: 21 })]],
  ['of a thermostat with a relay', 30, [...inPlug, valve(node)]],
  ['not of a freezer by its value', undefined, [air(-18)]],
  ['not of a boiler by its value', 20, [air(65), air(20)]],
  ['not of a freezer by its name', undefined, [air(6, { name: 'Морозилка' })]],
  ['not of an oven by its icon', 20, [air(30, { icon: 'oven' }), air(20)]],
  ['not of a sensor outside by its role', undefined, [air(12, { role: 'OutdoorTemperature' })]],
  ['not of a refrigerator, by the other rooms', 20, [air(6), air(20), air(21, elsewhere)]],
  ['in a frozen house', -4, [air(-4), air(-3, elsewhere), air(-5, elsewhere)]],
  ['in a hot attic', 38, [air(38), air(30, elsewhere)]],
  ['in a cellar', 8, [air(8), air(20, elsewhere)]],
  ['outside', -7, [air(-7, { name: 'Garden' }), air(20, elsewhere)], { name: 'Garden' }],
  ['in a sauna', 80, [air(80), air(20, elsewhere)], { name: 'Sauna' }],
  ['of the plug that the household chose', 30, [...inPlug, air(20)], { chosen: hot.id }],
  ['its median if the chosen sensor is gone', 20, [air(20)], { chosen: hot.id }],
  ['its median if the chosen id is a door now', 20, [door, air(20)], { chosen: door.id }],
  ['none if the chosen sensor is silent', undefined, [silent, air(20)], { chosen: silent.id }],
  ['none if the household chose none', undefined, [air(20), air(21)], { main: true, chosen: 'none' }]
];
test.each(TEMPERATURES.map(([title, ...row]) => [title, row] as const))(
  'the temperature of a room is %s',
  (_, [shows, devices, more = {}]) => {
    const { main, name = 'Kitchen', chosen } = more;
    const home = homeOf(devices);
    const room = roomOf(name, main && devices[0], chosen);
    const value = measurementsOf(room, home).temperature?.reading.value;
    expect(value && Math.round(value * 10) / 10).toBe(shows);
    // A thermostat that measures nothing shows the same.
    const thermostat = aDevice({ id: 999, type: 'DevThermostat', interfaces: ['ThermostatSetpoint'] });
    const measured = surroundingsOf(thermostat, room, home).temperature;
    expect(measured?.reading.value).toBe(value);
    if (devices.length === 1) expect(measured?.sensor).toBe(measured && devices[0]);
    for (const device of [valve({ Value: 19 }), { ...thermostat, alive: false }, parent])
      expect(surroundingsOf(device, room, home).temperature).toBeUndefined();
  }
);

const climate = (name: string, ...devices: readonly Device[]) => {
  const home = homeOf(devices);
  const room = roomOf(name, devices[0]);
  const temperature = measurementsOf(room, home).temperature?.reading;
  return { room, temperature, thermometers: thermometersOf(devices, home) };
};
const kitchen = climate('Kitchen', air(20));
test.each([
  ['a sensor says so', climate('Hall', air(7, { name: 'Outdoor temperature' }), air(19))],
  ['a room says so', climate('Garden', air(7))],
  ['a room says so in Ukrainian', climate('Балкон', air(7))],
  ['a sensor says so in Ukrainian', climate('Хол', air(7, { name: 'Температура надворі' }))]
])('the temperatures on the wall are outside where %s', (_, place) => {
  expect(outsideTemperature([kitchen, place])?.value).toBe(7);
  expect(insideTemperature([kitchen, place])?.value).toBe(20);
});

test('the temperatures on the wall are inside the median of the rooms without saunas, and outside never that of a plug', () => {
  const rooms = [
    kitchen,
    climate('Sauna', air(80)),
    climate('Hall', air(40, { name: 'Garden' }, node), plug(node))
  ];
  expect(insideTemperature(rooms)?.value).toBe(20);
  expect(outsideTemperature(rooms)).toBeUndefined();
});
