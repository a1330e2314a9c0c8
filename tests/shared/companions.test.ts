import { expect, test } from 'vitest';
import { companionsIn } from '#shared/companions';
import { isShown, type Device } from '#shared/home';
import { aDevice } from '../lib/kinds/test-home';

const sensor = (id: number, role: string, params: Device['params'] = {}, more: Partial<Device> = {}) =>
  aDevice({
    id,
    role,
    type: 'DevBinarySensor',
    interfaces: ['SensorBinary'],
    params: { Tripped: false, nodeId: 7, ...params },
    room_id: 1,
    ...more
  });
const at = (endpointId: number) => ({ endpointId });
const smoke = sensor(1, 'BinarySmokeSensor');
const co = sensor(2, 'BinaryCOSensor');
const heat = sensor(3, 'BinaryHeatSensor');
const tamper = sensor(4, 'BinaryTamperSensor');
const motion = sensor(5, 'BinaryMotionSensor');
const leak = (id: number, params = {}) => sensor(id, 'BinaryLeakingSensor', params);
const thermometer = aDevice({
  id: 6,
  type: 'DevTemperature',
  interfaces: ['SensorMultilevel'],
  params: { Value: 21, nodeId: 7 },
  room_id: 1
});
const lamp = aDevice({
  id: 8,
  type: 'DevSwitch',
  interfaces: ['SwitchBinary'],
  params: { nodeId: 7 },
  room_id: 1
});
const child = (id: number, role: string) => sensor(id, role, { nodeId: undefined, parentDeviceId: 20 });
const root = aDevice({ id: 20, interfaces: ['MultichannelRoot'], params: { nodeId: 7 }, room_id: 1 });

/** The devices of a home in their order, and the leader of each companion, by the companion's id. */
const HOMES: Readonly<Record<string, readonly [readonly Device[], Readonly<Record<number, number>>]>> = {
  'a smoke and CO alarm': [[smoke, co], { 2: 1 }],
  'one whose CO sensor comes first, as urgent': [[co, smoke], { 1: 2 }],
  'a heat sensor, less urgent, that comes before smoke': [[heat, smoke], { 3: 1 }],
  'a detector with a thermometer at one end point': [[smoke, heat, thermometer], { 3: 1 }],
  'smoke and CO at two end points of a node that is nothing else': [
    [sensor(1, 'BinarySmokeSensor', at(1)), sensor(2, 'BinaryCOSensor', at(2))],
    { 2: 1 }
  ],
  'smoke and CO at two end points beside a thermometer': [
    [sensor(1, 'BinarySmokeSensor', at(1)), sensor(2, 'BinaryCOSensor', at(2)), thermometer],
    {}
  ],
  'two leaks, which are at two places': [[leak(1, at(1)), leak(2, at(2))], {}],
  'two leaks of one end point': [[leak(1), leak(2)], {}],
  'smoke and CO of two nodes': [[smoke, sensor(2, 'BinaryCOSensor', { nodeId: 8 })], {}],
  'smoke and CO in two rooms': [[smoke, sensor(2, 'BinaryCOSensor', {}, { room_id: 2 })], {}],
  'a CO sensor whose smoke sensor is hidden': [
    [sensor(1, 'BinarySmokeSensor', {}, { hidden: true }), co],
    {}
  ],
  'a CO sensor that is a favourite': [[smoke, sensor(2, 'BinaryCOSensor', {}, { favorite: true })], {}],
  'parts of a parent with the number of the node': [[root, child(21, 'BinarySmokeSensor'), co], { 2: 21 }],
  'a tamper contact alone': [[tamper], {}],
  'a tamper contact with motion': [[tamper, motion], { 4: 5 }],
  'a tamper contact with a lamp': [[lamp, tamper], { 4: 8 }],
  'a tamper contact whose motion sensor is hidden': [
    [tamper, sensor(5, 'BinaryMotionSensor', {}, { hidden: true })],
    {}
  ],
  'a tamper contact in another room': [[motion, sensor(4, 'BinaryTamperSensor', {}, { room_id: 2 })], {}],
  'tamper and battery contacts alone': [[tamper, sensor(9, 'BinaryBatterySensor')], {}],
  'tamper and battery contacts of a smoke and CO alarm': [
    [tamper, co, smoke, sensor(9, 'BinaryLowBatterySensor')],
    { 4: 2, 1: 2, 9: 2 }
  ],
  'a contact that also switches a siren, and says that it is silenced': [
    [motion, sensor(9, 'SilenceSwitch', {}, { interfaces: ['SensorBinary', 'SwitchBinary'] })],
    {}
  ],
  'a CO sensor that also switches its siren': [
    [smoke, sensor(2, 'BinaryCOSensor', {}, { interfaces: ['SensorBinary', 'SwitchBinary'] })],
    {}
  ],
  'an over-load sensor, which is a fault of its node': [[lamp, sensor(9, 'BinaryOverloadSensor')], {}],
  'a generic contact': [[lamp, sensor(9, 'BinaryGenericSensor')], {}],
  'a door and a window of one node': [[sensor(1, 'BinaryDoorSensor'), sensor(2, 'BinaryWindowSensor')], {}]
};

test.each(Object.entries(HOMES))('companions: %s', (_name, [devices, leaders]) => {
  const found = companionsIn(devices.filter(isShown), devices);
  expect(Object.fromEntries(found.leaders)).toEqual(leaders);
  const ofAll = [...found.of].flatMap(([leader, ids]) => ids.map((id) => [id, leader]));
  expect(Object.fromEntries(ofAll)).toEqual(leaders);
});
