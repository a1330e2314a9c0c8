import { beforeAll, expect, test } from 'vitest';
import type { Device } from '#shared/home';
import type { BoxTrouble, ScreenEntry } from '#shared/household';
import { EMPTY_LAYOUT } from '#shared/layout';
import { MANAGING_RIGHTS } from '#shared/rights';
import { i18n } from '$lib/i18n/i18n.svelte';
import { LIVE } from '$lib/kinds/sight';
import { putOff } from '$lib/state/home/layout-edits';
import type { ShownTimer } from '$lib/state/home/shown-timer';
import { HomeView } from '../../../src/features/view-models/home-view.svelte';
import {
  homeItems,
  houseItems,
  overItem,
  putOffUntil
} from '../../../src/routes/(app)/now/[list]/attention-items';
import { aBench } from '../../features/bulk-actions/test-bench';
import { aLamp, aSensor } from '../../features/bulk-actions/test-devices';

const DAY_MS = 86_400_000;
const NOW = Date.now();
const secondsAgo = (days: number) => Math.floor((NOW - days * DAY_MS) / 1000);

const sensor = (more: Partial<Device>, params: Device['params'] = {}) =>
  aSensor(1, 'BinaryDoorSensor', false, {
    name: 'Door',
    interfaces: ['SensorBinary', 'Battery'],
    params: { Tripped: false, batteryLevel: 80, ...params },
    ...more
  });
/** A node that reports these conditions. */
const told = (...conditions: readonly string[]): Partial<Device> => ({
  params: { Status: true, Tripped: false, nodeId: 7, conditions }
});
const smoke = aSensor(1, 'BinarySmokeSensor', false, { alive: false });
const off = { device: 1, method: 'setStatus', params: { status: false } };
const times = { at: NOW, dueAt: NOW, leftMs: 0 };
const missed: ShownTimer = { id: 'a', room: null, ...times, by: null, commands: [off], missed: 'late' };
const screen = (days: number): ScreenEntry => ({
  id: 's',
  name: 'Old phone',
  lastSeen: NOW - days * DAY_MS,
  current: false,
  rights: MANAGING_RIGHTS,
  locked: false,
  cameIn: { how: 'password', at: 1 }
});

interface Case {
  readonly device?: Device;
  readonly timer?: ShownTimer;
  readonly screens?: readonly ScreenEntry[];
  readonly troubles?: readonly BoxTrouble[];
}

beforeAll(() => i18n.loadAll());

/** What is so, the chip of the home, and the row: none if nothing needs attention. */
const CASES: Readonly<Record<string, readonly [Case, chip: string, row?: RegExp, later?: string]>> = {
  'a dead lamp': [{ device: aLamp(1, { alive: false }) }, '1 not responding', /Check the plug/],
  'a dead sensor': [{ device: sensor({ alive: false }) }, '1 not responding', /Replace the battery. Then/],
  'a dead smoke sensor': [{ device: smoke }, '1 not responding', /Not responding/, '1 not responding'],
  'a low battery': [{ device: sensor({}, { batteryLevel: 5 }) }, '1 battery low', /5 %.*Replace its/],
  'silence for 25 hours': [
    { device: sensor({ last_online: secondsAgo(25 / 24) }) },
    '1 silent for a day',
    /Last seen 1 day ago.*Press its button/
  ],
  'silence for 23 hours': [{ device: sensor({ last_online: secondsAgo(23 / 24) }) }, 'Devices OK'],
  'silence of what wakes once a day': [
    { device: sensor({ last_online: secondsAgo(1.5) }, { wakeUpInterval: 86_400 }) },
    'Devices OK'
  ],
  'silence without a time': [{ device: sensor({ last_online: null }) }, 'Devices OK'],
  'silence on mains': [{ device: aLamp(1, { last_online: secondsAgo(9) }) }, 'Devices OK'],
  'a battery that says itself that it is low': [
    { device: sensor({}, { batteryLow: true }) },
    '1 battery low',
    /Battery low.*Replace its/
  ],
  'an alarm at the end of its life': [
    { device: aSensor(1, 'BinarySmokeSensor', false, told('end-of-life')) },
    '1 needs attention',
    /^Replace this alarm: end of life · .* Get a new one/
  ],
  'a relay with a fault and too much current, while it is tested': [
    { device: aLamp(1, told('test', 'over-current', 'hardware-failure')) },
    '1 needs attention',
    /^Fault inside the device · Too much current · .* Turn its power off/
  ],
  'no mains power': [
    { device: aLamp(1, told('power-lost')) },
    '1 needs attention',
    /^No mains power · .* Check/
  ],
  'a test, a silenced alarm and an open cover': [
    { device: aLamp(1, told('test', 'silenced', 'tamper')) },
    'Devices OK'
  ],
  'a node that says nothing is wrong': [{ device: aLamp(1, told()) }, 'Devices OK'],
  'a code that nobody knows': [{ device: aLamp(1, told('on fire', '', 'constructor')) }, 'Devices OK'],
  'a dead alarm at the end of its life': [
    { device: aLamp(1, { ...told('end-of-life'), alive: false }) },
    '1 not responding',
    /Check the plug/
  ],
  'a missed timer': [{ device: aLamp(1), timer: missed }, 'Devices OK', /Was to turn off.*Tap to see why/],
  'a timer that has nothing left to do': [
    { device: aLamp(1, { params: { Status: false } }), timer: missed },
    'Devices OK'
  ],
  'a screen of 31 days ago': [{ screens: [screen(31)] }, 'Devices OK', /Last seen 31 days ago.*Sign it out/],
  'a screen of 29 days ago': [{ screens: [screen(29)] }, 'Devices OK'],
  'a full disk': [{ troubles: [{ kind: 'disk' }] }, 'Devices OK', /can’t be saved.*mantel doctor/],
  'no backup': [{ troubles: [{ kind: 'backup', at: 0 }] }, 'Devices OK', /Last backup: never/]
};

test.each(Object.entries(CASES))(
  '%s is a row with what to do, is put off for a week, and is back then',
  async (_name, [{ device, timer, screens = [], troubles = [] }, chip, row, later = 'Devices OK']) => {
    const { opened, sockets } = await aBench([device ?? aLamp(1)]);
    if (timer) opened.timers.value = [timer];
    const home = new HomeView(opened);
    const label = (now = NOW) => home.lines(LIVE, { now }).find(({ list }) => list === 'attention')?.label;
    expect(label()).toBe(chip);
    const items = [...homeItems(opened, home), ...houseItems(screens, troubles)];
    const [item, ...more] = items;
    expect(more).toEqual([]);
    if (!row) return expect(item).toBeUndefined();
    if (!item) throw new Error('no row');
    expect(`${item.state} ${item.advice}`).toMatch(row);

    const layout = putOff(item.key, NOW + 7 * DAY_MS, NOW)(EMPTY_LAYOUT);
    sockets.last.say({ type: 'layout', layout });
    expect(putOffUntil(item, opened.layout.current, NOW)).toBe(NOW + 7 * DAY_MS);
    expect(label()).toBe(later);
    expect(putOffUntil(item, opened.layout.current, NOW + 7 * DAY_MS)).toBeUndefined();
    expect(putOff('box:disk', 9, NOW + 8 * DAY_MS)(layout).putOff).toEqual({ 'box:disk': 9 });
  }
);

test.each([
  [true, 'Can be dimmed', 'You said “It is a light”.'],
  [false, 'Can be dimmed', 'You said “It is not a light”.'],
  [undefined, 'Fine again', 'Until you answer, switching all lights leaves it alone.']
])('what is asked of an unknown load reads as answered once it is: %s', async (answer, state, advice) => {
  const load = aLamp(1, {
    type: 'DevSwitchMultilevel',
    icon: '',
    interfaces: ['SwitchMultilevel', 'UnknownLoad'],
    params: { Level: 40 }
  });
  const { opened } = await aBench([load]);
  const [item] = homeItems(opened, new HomeView(opened));
  if (!item) throw new Error('no row');
  expect(item.state).toContain('Can be dimmed. Is it a light?');
  const device = () => ({ ...load, ...(answer !== undefined && { isRoomLight: answer }) });
  const over = overItem(item, { state: { device } });
  expect(`${over.state} ${over.advice}`).toMatch(new RegExp(`^${state}.*${advice}`));
});

test('several devices of one node that report its conditions are one row', async () => {
  const { opened } = await aBench([aLamp(1, told('jammed')), aLamp(2, told('jammed'))]);
  expect(homeItems(opened, new HomeView(opened)).map(({ device }) => device)).toEqual([1]);
});

test('what is put off comes back before its time once the device says something worse', async () => {
  const { opened, sockets } = await aBench([aLamp(1, told('filter'))]);
  const home = new HomeView(opened);
  const label = () => home.lines(LIVE, { now: NOW }).find(({ list }) => list === 'attention')?.label;
  const [item] = homeItems(opened, home);
  const layout = putOff(item?.key ?? '', NOW + 7 * DAY_MS, NOW)(EMPTY_LAYOUT);
  sockets.last.say({ type: 'layout', layout });
  expect(label()).toBe('Devices OK');
  opened.state.apply([{ device: 1, params: { conditions: ['filter', 'hardware-failure'] } }], 'e.9', NOW);
  expect(label()).toBe('1 needs attention');
});
