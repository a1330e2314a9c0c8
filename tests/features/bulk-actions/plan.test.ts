import { expect, test } from 'vitest';
import {
  needsConfirmation,
  planLightsOff,
  planShutters,
  planStop,
  type BulkActionPlan
} from '../../../src/features/bulk-actions/plan';
import { locksOf } from '../../lib/kinds/locks';
import { aDimmer, aLamp, aShutter } from './test-devices';

const sent = ({ steps }: BulkActionPlan) =>
  steps.map(({ device, call }) => [device.id, call.method, Object.values(call.params)[0]]);

const ROOM = 'room:1';
const FLOOR = 'floor:2';

test.each([
  ['lights-off', ROOM, false],
  ['lights-off', FLOOR, false],
  ['lights-off', 'home', true],
  ['shutters-open', ROOM, true],
  ['shutters-open', FLOOR, true],
  ['shutters-open', 'home', true],
  ['shutters-close', null, true],
  ['shutters-close', FLOOR, true],
  ['shutters-close', 'home', true],
  ['shutters-stop', ROOM, false],
  ['shutters-stop', FLOOR, false],
  ['shutters-stop', 'home', false]
] as const)('whether a bulk action needs a confirmation: %s of %s: %s', (kind, scope, isAsked) => {
  expect(needsConfirmation({ kind, scope })).toBe(isAsked);
});

test('all lights off is for lamps that are on and reachable', () => {
  const isOff = aLamp(2, { params: { Status: false } });
  const lights = [aLamp(1), isOff, aLamp(3, { alive: false }), aDimmer(4, 0)];
  expect(sent(planLightsOff(lights, ROOM))).toEqual([[1, 'setStatus', false]]);
});

test('all lights off sets lamps without a switch to level 0', () => {
  const level = aDimmer(5, 30, { type: 'DevNew', interfaces: ['SwitchMultilevel'] });
  expect(sent(planLightsOff([level], ROOM))).toEqual([[5, 'setLevel', 0]]);
});

const shutters = [aShutter(1, 0), aShutter(2, 50), aShutter(3, 99), aShutter(4, 50, { alive: false })];

test('shutters as a group open or close if they are not there yet', () => {
  const method = 'startLevelChange';
  const direction = 'up';
  expect(sent(planShutters('up', shutters, ROOM))).toEqual([1, 2].map((id) => [id, method, direction]));
  expect(sent(planShutters('down', shutters, ROOM)).map(([id]) => id)).toEqual([2, 3]);
});

test('shutters as a group stay if they are within the tolerance of their ends', () => {
  const near = [aShutter(1, 5), aShutter(2, 6), aShutter(3, 94), aShutter(4, 95)];
  expect(sent(planShutters('down', near, ROOM)).map(([id]) => id)).toEqual([2, 3, 4]);
  expect(sent(planShutters('up', near, ROOM)).map(([id]) => id)).toEqual([1, 2, 3]);
});

test('shutters as a group move if their position is unknown', () => {
  expect(sent(planShutters('down', [aShutter(1, 0, { params: {} })], 'home'))).toHaveLength(1);
});

test('shutters as a group are all stopped, in any position', () => {
  expect(sent(planStop(shutters, 'home')).map(([id, method]) => [id, method])).toEqual([
    [1, 'stop'],
    [2, 'stop'],
    [3, 'stop']
  ]);
});

test('no bulk action of any kind has a step for a lock', () => {
  const locks = locksOf({ Status: true, Level: 40 });
  const moves = (['up', 'down'] as const).map((direction) => planShutters(direction, locks, 'home'));
  const plans = [planLightsOff(locks, 'home'), ...moves, planStop(locks, 'home')];
  expect(plans.flatMap((plan) => plan.steps)).toEqual([]);
});
