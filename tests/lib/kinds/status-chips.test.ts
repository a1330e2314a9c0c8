import { expect, test } from 'vitest';
import { highlightsOf, isOpening, isUnknownOpening } from '$lib/kinds/room-summary';
import { statusChipsOf } from '$lib/kinds/status-chips';
import type { Device } from '#shared/home';
import { aDimmer, aSensor, aShutter } from '../../features/bulk-actions/test-devices';

const door = (id: number, Tripped: unknown, more: Partial<Device> = {}) =>
  aSensor(id, 'BinaryDoorSensor', Tripped, {
    name: `Door ${id}`,
    interfaces: ['SensorBinary', 'Battery'],
    params: { Tripped, batteryLevel: 80 },
    ...more
  });

/** The chips of a home that has every kind of device. */
const chips = (...devices: Device[]) =>
  statusChipsOf({
    highlights: highlightsOf(devices),
    has: (list) => list !== 'openings' || devices.some(isOpening),
    unknownOpenings: devices.filter(isUnknownOpening).length
  });
const labels = (...devices: Device[]) => chips(...devices).map(({ label }) => label);

test('the home says that all is well with quiet chips', () => {
  const calm = chips(door(1, false), aDimmer(2, 0), aShutter(3, 0));
  expect(calm.map(({ label }) => label)).toEqual([
    'All closed',
    'No lights on',
    'Shutters',
    'Batteries OK',
    'All responding'
  ]);
  expect(calm.map(({ isQuiet }) => isQuiet)).toEqual([true, true, true, true, true]);
});

test('what stands out replaces the quiet chip of its kind', () => {
  const low = door(3, false, { params: { Tripped: false, batteryLevel: 5 } });
  const dead = aDimmer(4, 0, { alive: false });
  expect(labels(door(1, true), aDimmer(2, 30), low, dead, aShutter(5, 60))).toEqual([
    'Door 1 open',
    '1 light on',
    '1 shutter open',
    '1 battery low',
    '1 not responding'
  ]);
});

test('“all closed” is not said while the state of a door is not known', () => {
  expect(labels(door(1, false), door(2, undefined))[0]).toBe('None open · 1 unknown');
  expect(labels(door(1, false), door(2, false, { alive: false }))[0]).toBe('None open · 1 unknown');
});

test('“all closed” is not said beside the alarm of the only open door', () => {
  const inAlarm = door(1, true, { params: { Tripped: true, Armed: true } });
  expect(labels(inAlarm, door(2, false)).slice(0, 2)).toEqual(['Alarm: Door 1', 'No lights on']);
});
