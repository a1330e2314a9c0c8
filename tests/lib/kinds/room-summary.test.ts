import { expect, test } from 'vitest';
import type { Device } from '#shared/home';
import { highlightsOf, mergeHighlights } from '$lib/kinds/room-summary';
import { aLamp, aSensor, aShutter } from '../../features/bulk-actions/test-devices';
import { aDevice } from './test-home';

const lamp = (id: number, Status: boolean, more: Partial<Device> = {}) =>
  aLamp(id, { params: { Status }, ...more });
const ids = (devices: readonly Device[]) => devices.map(({ id }) => id);

const highlights = highlightsOf([
  lamp(1, true),
  lamp(2, false),
  lamp(3, true, { alive: false }),
  lamp(4, true, { hidden: true }),
  lamp(5, true, { interfaces: ['SwitchBinary', 'MultichannelRoot'] }),
  lamp(6, true, { icon: 'socket' }),
  aShutter(7, 6),
  aShutter(8, 5),
  aShutter(9, 0),
  aSensor(11, 'BinaryDoorSensor', true),
  aSensor(12, 'BinaryDoorSensor', true, { params: { Tripped: true, Armed: true } }),
  aSensor(13, 'BinarySmokeSensor', true, { alive: false }),
  aSensor(14, 'BinaryMotionSensor', true),
  aSensor(15, 'BinaryLeakingSensor', true)
]);

test('the highlights of a room are lamps and switches that are on, and shutters and doors that are open', () => {
  expect(ids(highlights.lights)).toEqual([1]);
  expect(ids(highlights.switches)).toEqual([6]);
  expect(ids(highlights.shutters)).toEqual([7]);
  expect(ids(highlights.openings)).toEqual([11, 12]);
});

test('the highlights of a room are alarms: smoke and leaks always, even if the sensor is unreachable, others while armed', () => {
  expect(ids(highlights.alarms)).toEqual([12, 13, 15]);
});

test('the highlights of a room are smoke and flood sensors that only their type identifies', () => {
  const sensing = (id: number, type: string, Tripped: boolean) =>
    aDevice({ id, type, interfaces: ['SensorBinary'], params: { Tripped } });
  const alarms = [sensing(1, 'DevSmoke', true), sensing(2, 'DevFlood', true)];
  const highlights = highlightsOf([...alarms, sensing(3, 'DevSmoke', false), sensing(4, 'DevDoor', true)]);
  expect([ids(highlights.alarms), ids(highlights.openings)]).toEqual([[1, 2], [4]]);
});

test('the highlights of a room are unreachable devices, which count as nothing else', () => {
  expect(ids(highlights.unreachable)).toEqual([3, 13]);
});

test('the highlights of a room are batteries of at most 15 %, of dead devices too, and those that report “almost empty”', () => {
  const battery = (id: number, batteryLevel: unknown, more: Partial<Device> = {}) =>
    aDevice({ id, type: 'DevTemperature', interfaces: ['Battery'], params: { batteryLevel }, ...more });
  const highlights = highlightsOf([
    battery(1, 15),
    battery(2, 16),
    battery(3, 255),
    battery(4, 0, { alive: false }),
    battery(5, undefined),
    battery(6, 3, { interfaces: [] }),
    battery(7, 3, { hidden: true })
  ]);
  expect(ids(highlights.batteries)).toEqual([1, 3, 4]);
});

test('the highlights of several rooms are those of each, in order', () => {
  const rooms = [[lamp(2, true)], [], [lamp(1, true)]];
  const home = mergeHighlights(rooms.map((devices) => highlightsOf(devices)));
  expect(ids(home.lights)).toEqual([2, 1]);
  expect(home.alarms).toEqual([]);
});
