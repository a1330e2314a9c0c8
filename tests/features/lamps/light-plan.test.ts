import { expect, test } from 'vitest';
import type { Device } from '#shared/home';
import type { Mood } from '#shared/mood';
import type { BulkActionPlan } from '../../../src/features/bulk-actions/plan';
import { planAlike, planBrightness, planRoomOff, planRoomOn } from '../../../src/features/lamps/light-plan';
import { aDimmer, aLamp } from '../bulk-actions/test-devices';

/** What is sent to each lamp, by its id. */
const sent = ({ steps }: BulkActionPlan) =>
  steps.map(
    ({ device, call: { params }, isQuiet }) =>
      `${device.id}: ${[...Object.values(params), ...(isQuiet ? ['quiet'] : [])].join(' ')}`
  );

const dead = (lamp: Device): Device => ({ ...lamp, alive: false });

test('a room that is switched off sends off to all lamps that respond, and quietly to those that are reported off', () => {
  const lamps = [aDimmer(1, 40), aLamp(2, { params: { Status: false } }), dead(aLamp(3)), aLamp(4)];
  expect(sent(planRoomOff(lamps, 'room:1'))).toEqual(['1: false', '4: false', '2: false quiet']);
});

const mood: Mood = { picture: { 1: 80, 2: 40, 3: null }, brightest: 20 };
const off = { params: { Status: false } };
const dark = [aDimmer(1, 0), aDimmer(2, 0), aLamp(3, off), aLamp(4, off)];

test('a dark room is lit as it was, at the brightness it had', () => {
  expect(sent(planRoomOn(dark, mood, 'room:1'))).toEqual(['1: 20', '2: 10', '3: true']);
});

test('a dark room lights all lamps that respond where nobody knows how it was', () => {
  const lamps = [...dark, dead(aLamp(5, { params: { Status: false } }))];
  expect(planRoomOn(lamps, undefined, 'room:1').steps.map(({ device }) => device.id)).toEqual([1, 2, 3, 4]);
});

test('a dark room lights all lamps if none of those that were lit is left', () => {
  expect(sent(planRoomOn(dark.slice(3), mood, 'room:1'))).toEqual(['4: true']);
});

test('the brightness of a room moves the lit dimmers alone, one command a lamp', () => {
  const lamps = [aDimmer(1, 80), aDimmer(2, 40), aDimmer(3, 0), aLamp(4), dead(aDimmer(5, 50))];
  expect(sent(planBrightness(lamps, undefined, 40, 'room:1'))).toEqual(['1: 40', '2: 20']);
});

test('the brightness of a room keeps the ratios that lamps had before they were dimmed to 1 %', () => {
  const mood: Mood = { picture: { 1: 80, 2: 40 }, brightest: 1 };
  expect(sent(planBrightness([aDimmer(1, 1), aDimmer(2, 1)], mood, 40, 'room:1'))).toEqual([
    '1: 40',
    '2: 20'
  ]);
});

test('the brightness of a room lights a dark room as it was, at this level', () => {
  const mood: Mood = { picture: { 1: 80, 2: 40 }, brightest: 80 };
  const lamps = [aDimmer(1, 0), aDimmer(2, 0), aDimmer(3, 0)];
  expect(sent(planBrightness(lamps, mood, 40, 'room:1'))).toEqual(['1: 40', '2: 20']);
  expect(sent(planBrightness(lamps, undefined, 40, 'room:1'))).toEqual(['1: 40', '2: 40', '3: 40']);
});

test('the brightness of a room can be made the same for all lit dimmers', () => {
  expect(sent(planAlike([aDimmer(1, 80), aDimmer(2, 40), aDimmer(3, 0)], 'room:1'))).toEqual([
    '1: 80',
    '2: 80'
  ]);
});
