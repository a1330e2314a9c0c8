import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offCall } from '../../../src/features/bulk-actions/plan';
import { actionOf, instantOf, timedChoiceOf, timerOf } from '../../../src/features/view-models/timer-choice';
import type { ShownTimer } from '../../../src/lib/state/home/shown-timer';
import { aDimmer, aLamp, aLock, aMeter, aShutter } from '../bulk-actions/test-devices';

describe('the instant of a time of day', () => {
  const before = process.env['TZ'];
  beforeAll(() => void (process.env['TZ'] = 'Europe/Kyiv'));
  afterAll(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  it.each([
    // Today if it is still to come, else tomorrow.
    ['22:30', '2026-11-22T21:00+02:00', '2026-11-22T22:30+02:00'],
    ['20:30', '2026-11-22T21:00+02:00', '2026-11-23T20:30+02:00'],
    ['21:00', '2026-11-22T21:00+02:00', '2026-11-23T21:00+02:00'],
    // On 29 March 2026 clocks go from 03:00 to 04:00: the next valid one.
    ['03:30', '2026-03-29T01:00+02:00', '2026-03-29T04:30+03:00'],
    ['03:30', '2026-03-28T23:00+02:00', '2026-03-29T04:30+03:00'],
    ['04:10', '2026-03-29T01:00+02:00', '2026-03-29T04:10+03:00'],
    // On 25 October 2026 clocks go from 04:00 to 03:00: the first.
    ['03:30', '2026-10-25T01:00+03:00', '2026-10-25T03:30+03:00'],
    ['03:30', '2026-10-25T03:45+03:00', '2026-10-26T03:30+02:00'],
    ['04:30', '2026-10-25T01:00+03:00', '2026-10-25T04:30+02:00']
  ])('is the next one: %s, seen from %s, is %s', (time, now, at) => {
    expect(instantOf(time, Date.parse(now))).toBe(Date.parse(at));
  });

  it('is undefined for what is no time', () => {
    for (const text of ['', '7', 'noon']) expect(instantOf(text, 0)).toBeUndefined();
  });
});

const offered = (device: Parameters<typeof timedChoiceOf>[0]) => {
  const choice = timedChoiceOf(device);
  return choice && [choice.action, ...Object.values(choice.call.params)];
};

it('what can be timed is the contrary of how a device is', () => {
  expect(offered(aLamp(1))).toEqual(['off', false]);
  expect(offered(aLamp(1, { params: { Status: false } }))).toEqual(['on', true]);
  expect(offered(aDimmer(1, 40))).toEqual(['off', false]);
  expect(offered(aShutter(1, 60))).toEqual(['close', 'down']);
  expect(offered(aShutter(1, 0))).toEqual(['open', 'up']);
});

it('what can be timed is nothing for a sensor and a lock', () => {
  expect([aMeter(1), aLock(2)].map(offered)).toEqual([undefined, undefined]);
});

it('what can be timed is called by what it does', () => {
  const call = (method: string, params: Record<string, unknown>) => actionOf({ method, params });
  expect(actionOf(offCall(aLamp(1)))).toBe('off');
  expect(call('setStatus', { status: true })).toBe('on');
  expect(call('setLevel', { level: 0 })).toBe('off');
  expect(call('setLevel', { level: 30 })).toBe('other');
  expect(call('startLevelChange', { direction: 'up' })).toBe('open');
  expect(call('startLevelChange', { direction: 'down' })).toBe('close');
  expect(call('setMode', { mode: 'Heat' })).toBe('other');
});

const offOf = (device: number) => ({ device, method: 'setStatus', params: { status: false } });
const aTimer = (id: string, ...devices: readonly number[]): ShownTimer => ({
  id,
  room: null,
  at: 0,
  leftMs: 0,
  dueAt: 0,
  by: null,
  commands: devices.map(offOf)
});

it('the timer of a device is the first one that has something to do with it, also one of its room', () => {
  const timers = [aTimer('other', 2), aTimer('room', 1, 2), aTimer('later', 1)];
  expect(timerOf(timers, aLamp(1))).toMatchObject({ timer: { id: 'room' }, call: offOf(1) });
  expect(timerOf(timers, aLamp(3))).toBeUndefined();
});

it('the timer of a device is not shown while the device is as it wants it', () => {
  const lamp = aLamp(1, { params: { Status: false } });
  expect(timerOf([aTimer('one', 1)], lamp)).toBeUndefined();
});
