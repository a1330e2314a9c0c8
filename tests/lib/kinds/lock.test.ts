import { expect, it, test } from 'vitest';
import type { Device } from '#shared/home';
import { controlsOf, groupOf } from '#shared/kinds';
import { isLocked } from '$lib/kinds/active';
import { ICONS } from '$lib/kinds/device-icons';
import { presentDevice } from '$lib/kinds/device-presentation';
import { changesOf, historySeriesOf } from '$lib/kinds/history-series';
import { highlightsOf, HIGHLIGHTS } from '$lib/kinds/room-summary';
import { secondRowOf } from '$lib/kinds/rows';
import { locksOf } from './locks';
import { aDevice } from './test-home';

const aLock = (params: Device['params'], more: Partial<Device> = {}) =>
  aDevice({ id: 1, type: 'DevDoorLock', interfaces: ['SwitchBinary'], params, ...more });

/** The layout's value is applied to a device after it is decoded. */
const asked = (params: Device['params'], lock: 'locked' | 'unlocked', more: Partial<Device> = {}) => ({
  ...aLock(params, more),
  lock
});

const { lock, key } = ICONS;

const PARAMS = { Status: true, Level: 40, Tripped: false, currentSetpoints: { Heat: 20 } };
const LOCKS = locksOf(PARAMS, { icon: 'lamp' });

it('a lock of any form has no control that could move it', () => {
  const names = LOCKS.map((device) => controlsOf(device));
  expect(new Set(names.flat())).toEqual(new Set(['lock', 'contact']));
  expect(names.every(([main]) => main === 'lock')).toBe(true);
  expect(LOCKS.map(secondRowOf)).toEqual(LOCKS.map(() => null));
});

it('a lock of any form is grouped with other devices, and counts neither as a light, a switch nor a shutter', () => {
  expect(LOCKS.map(groupOf)).toEqual(LOCKS.map(() => 'others'));
  const highlights = highlightsOf(LOCKS);
  expect(HIGHLIGHTS.map((list) => highlights[list].length)).toEqual(HIGHLIGHTS.map(() => 0));
});

test.each([
  ['reports on, with an unknown meaning', aLock({ Status: true }), 'Reports on', key.rest],
  ['reports off, with an unknown meaning', aLock({ Status: false }), 'Reports off', key.rest],
  ['reports nothing', aLock({}), 'Unknown', key.rest],
  ['reports nothing, though its owner has answered', asked({}, 'locked'), 'Unknown', key.rest],
  ['reports on, which is locked', asked({ Status: true }, 'locked'), 'Locked', lock.rest],
  ['reports off, where on is locked', asked({ Status: false }, 'locked'), 'Unlocked', lock.active],
  ['reports on, which is unlocked', asked({ Status: true }, 'unlocked'), 'Unlocked', lock.active],
  ['reports off, where on is unlocked', asked({ Status: 0 }, 'unlocked'), 'Locked', lock.rest],
  ['says plainly that it is locked', aLock({ Status: false, locked: true }), 'Locked', lock.rest],
  ['says plainly that it is not', asked({ Status: true, locked: false }, 'locked'), 'Unlocked', lock.active],
  ['says something that is no plain word', aLock({ locked: 'yes' }), 'Unknown', key.rest]
])('the state of a lock that %s', (_, device, summary, icon) => {
  expect({ summary: presentDevice(device).summary, icon: presentDevice(device).icon }).toEqual({
    summary,
    icon
  });
});

it('the state of a lock stands out only if it is known to be unlocked', () => {
  expect(presentDevice(aLock({ locked: false })).tone).toBe('on');
  for (const params of [{ locked: true }, { Status: true }, { Status: false }])
    expect(presentDevice(aLock(params)).tone, JSON.stringify(params)).toBe('neutral');
});

it('the state of a lock never has a closed padlock or gate as its icon if it is unknown, whatever icon was selected', () => {
  for (const icon of ['lock', 'gate', 'door', 'FRONT_DOOR_LOCK'])
    for (const device of [
      aLock({ Status: true }, { icon }),
      asked({ locked: true }, 'locked', { icon, alive: false })
    ])
      expect(presentDevice(device).icon, icon).toBe(key.rest);
  expect(presentDevice(aLock({ locked: true }, { icon: 'lock' })).icon).toBe(lock.rest);
  expect(presentDevice(aLock({ Status: true }, { icon: 'power' })).icon).toBe(ICONS.power.rest);
});

it('the state of a lock is unavailable if the radio cannot reach it', () => {
  const { summary, tone } = presentDevice(aLock({ locked: true }, { alive: false }));
  expect({ summary, tone }).toEqual({ summary: 'Not responding', tone: 'dead' });
});

it('is unknown for a lock that only reports on and off', () => {
  expect(isLocked(aLock({ Status: true }))).toBeUndefined();
});

const texts = (device: Device, values: unknown[]) => {
  const [series, ...others] = historySeriesOf(device);
  if (!series || others.length > 0) throw new Error('not one past');
  const rows = values.map((value, index) => ({ at: index * 60_000, value }));
  return [series.param, ...changesOf(rows, series).map(({ text }) => text)];
};

it('the history of a lock uses the explicit state if there is one, because other reports are ambiguous', () => {
  const lock = aLock({ Status: true, locked: true });
  expect(texts(lock, [false, true])).toEqual(['locked', 'Locked', 'Unlocked']);
});
