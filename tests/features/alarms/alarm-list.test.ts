import { expect, test, vi } from 'vitest';
import type { Device, Params } from '#shared/home';
import { isAlarm } from '#shared/meaning';
import { i18n } from '$lib/i18n/i18n.svelte';
import { summaryOf } from '$lib/kinds/control-summary';
import { presentDevice } from '$lib/kinds/device-presentation';
import { AlarmList } from '../../../src/features/alarms/alarm-list.svelte';
import { seenText, sinceText } from '../../../src/features/alarms/alarm-text';
import type { ShownAlarm } from '../../../src/lib/state/home/shown-alarm';
import { follow, rendered } from '../../lib/state/follow.svelte';
import { aHome } from '../../lib/state/test-home';
import { anOpenHome } from '../../lib/state/test-screen';
import { aSensor } from '../bulk-actions/test-devices';

const NOW = Date.UTC(2026, 10, 22, 12);
const ago = (ms: number) => (NOW - ms) / 1000;

const sensor = (id: number, role: string, params: Params, more: Partial<Device> = {}) =>
  aSensor(id, role, true, { name: `Sensor ${id}`, room_id: 1, params, ...more });

/** What the proxy tells of an armed sensor. */
const armed = (device: number, since: number, more: Partial<ShownAlarm> = {}): ShownAlarm => ({
  id: `a${device}`,
  kind: 'armed',
  device,
  room: 'Hall',
  since,
  seenAt: undefined,
  ...more
});

const list = (...devices: unknown[]) => {
  const opened = anOpenHome();
  const rooms = [{ id: 1, name: 'Hall' }];
  opened.state.replace(aHome({ rooms, devices }), 'e.1', NOW);
  return { opened, alarms: new AlarmList(opened, { now: NOW }) };
};

test('lists the alarms of the whole home: smoke, water, then others, the most recent first', () => {
  const { opened, alarms } = list(
    sensor(1, 'BinarySmokeSensor', { Tripped: true }),
    sensor(2, 'BinaryDoorSensor', { Tripped: true, Armed: true, lasttrip: ago(60_000) }),
    sensor(3, 'BinaryLeakingSensor', { Tripped: true, lasttrip: ago(5000) }, { room_id: null }),
    sensor(4, 'BinaryDoorSensor', { Tripped: true }),
    sensor(5, 'BinaryWindowSensor', { Tripped: true, Armed: true, lasttrip: ago(90_000) })
  );
  opened.alarms.value = [armed(5, NOW - 90_000), armed(2, NOW - 60_000)];
  expect(alarms.alarms).toMatchObject([
    {
      key: 'device 1',
      device: 1,
      text: 'Alarm: Sensor 1: Smoke detected',
      what: 'Smoke',
      detected: 'smoke',
      name: 'Sensor 1',
      weight: 0,
      room: 'Hall',
      href: '/rooms/1',
      since: undefined
    },
    {
      key: 'device 3',
      device: 3,
      text: 'Alarm: Sensor 3: Water leak',
      what: 'Water',
      detected: 'leak',
      name: 'Sensor 3',
      weight: 2,
      room: undefined,
      href: '/rooms/none',
      since: NOW - 5000
    },
    {
      key: 'armed a2',
      device: 2,
      text: 'Alarm: Sensor 2 open',
      what: 'Door open',
      detected: 'door',
      name: 'Sensor 2',
      weight: 9,
      room: 'Hall',
      href: '/rooms/1',
      since: NOW - 60_000
    },
    {
      key: 'armed a5',
      device: 5,
      text: 'Alarm: Sensor 5 open',
      what: 'Window open',
      detected: 'window',
      name: 'Sensor 5',
      weight: 9,
      room: 'Hall',
      href: '/rooms/1',
      since: NOW - 90_000
    }
  ]);
});

test('lists hidden devices too, and follows the sensors', () => {
  const { opened, alarms } = list(
    sensor(1, 'BinarySmokeSensor', { Tripped: false }, { hidden: true }),
    sensor(2, 'BinarySmokeSensor', { Tripped: false }),
    sensor(3, 'BinaryLeakingSensor', { Tripped: false }, { hidden: true, room_id: null })
  );
  expect(alarms.alarms).toEqual([]);
  const set = (device: number, params: Record<string, unknown>) => {
    opened.state.apply([{ device, params }], `e.${device}`, NOW);
    return alarms.alarms.map((alarm) => alarm.device);
  };
  expect(set(2, { Tripped: true, lasttrip: ago(0) })).toEqual([2]);
  expect(set(1, { Tripped: true })).toEqual([2, 1]);
  expect(set(3, { Tripped: true })).toEqual([2, 1, 3]);
  expect(set(2, { Tripped: false })).toEqual([1, 3]);
});

test('lists a hazard in a room that this screen does not see, by its word, room and time alone', () => {
  const { opened, alarms } = list(sensor(2, 'BinaryLeakingSensor', { Tripped: true }));
  opened.alarms.value = [{ id: 'a', kind: 'co', room: 'Cellar', since: NOW - 1000, seenAt: undefined }];
  expect(alarms.alarms).toMatchObject([
    {
      key: 'danger co Cellar',
      device: null,
      href: null,
      name: undefined,
      what: 'Carbon monoxide',
      text: 'Alarm: Carbon monoxide',
      detected: 'co',
      weight: 0,
      room: 'Cellar',
      since: NOW - 1000
    },
    { device: 2 }
  ]);
});

test('an armed sensor alarms by what the proxy tells, also once it is calm again, and says so', () => {
  const { opened, alarms } = list(
    sensor(1, 'BinaryDoorSensor', { Tripped: false, Armed: true }),
    sensor(2, 'BinaryMotionSensor', { Tripped: true, Armed: true, lasttrip: ago(9000) })
  );
  expect(alarms.alarms, 'of its state alone it says nothing').toEqual([]);
  opened.alarms.value = [armed(1, NOW - 60_000)];
  expect(alarms.alarms).toMatchObject([
    { device: 1, text: 'Alarm: Sensor 1 was opened', what: 'Door was opened', isCalm: true }
  ]);
  expect(alarms.alarms[0] && sinceText(alarms.alarms[0], opened.state, NOW)).toMatch(/ · closed again$/);
});

test('an armed sensor that was tripped when it was armed is no alarm, and says that it does not guard', () => {
  const { opened, alarms } = list(sensor(2, 'BinaryDoorSensor', { Tripped: true, Armed: true }));
  const door = () => opened.state.device(2);
  const shown = () => {
    const device = door();
    return (
      device && { isAlarm: isAlarm(device), summary: summaryOf(device), tone: presentDevice(device).tone }
    );
  };
  expect(shown()).toEqual({ isAlarm: true, summary: 'Open · Armed', tone: 'alarm' });
  opened.state.setUnguarded([2]);
  expect(shown()).toEqual({ isAlarm: false, summary: 'Open · not guarded until it closes', tone: 'on' });
  expect(alarms.alarms).toEqual([]);
  opened.state.apply([{ device: 2, params: { Tripped: false } }], 'e.2', NOW);
  expect(shown()).toEqual({ isAlarm: false, summary: 'Closed · Armed', tone: 'armed' });
});

test('says who has seen an alarm and when, and where only that somebody has', async () => {
  const { opened, alarms } = list(sensor(1, 'BinarySmokeSensor', { Tripped: true }));
  const seen = { forMs: 0, by: 'Hall tablet' };
  const smoke: ShownAlarm = { id: 'a', kind: 'smoke', device: 1, room: 'Hall', since: NOW, seenAt: NOW };
  const said = () => alarms.alarms.map((alarm) => seenText(alarm, NOW));
  opened.alarms.value = [{ ...smoke, seenAt: undefined }];
  expect(said()).toEqual(['']);
  opened.alarms.value = [{ ...smoke, seen }];
  expect(said()).toEqual([expect.stringMatching(/^Seen on Hall tablet, \d/)]);
  opened.alarms.value = [{ ...smoke, seen: { forMs: 0, isQuiet: true } }];
  expect(said()).toEqual([expect.stringMatching(/^Seen, \d.* · quiet until it’s over$/)]);
  await i18n.choose('uk');
  opened.alarms.value = [{ ...smoke, seen }];
  expect(said()).toEqual([expect.stringMatching(/^Побачено о \d.*: Hall tablet$/)]);
  await i18n.choose('en');
});

test('tells the proxy who saw what: a wall says that it is one, and quiet is asked for', () => {
  const { opened, alarms } = list(sensor(1, 'BinarySmokeSensor', { Tripped: true }));
  const call = vi.spyOn(opened.proxy, 'call').mockImplementation(() => new Promise(() => undefined));
  const bodies = () => call.mock.calls.map(([, given]) => given?.body);
  alarms.see(alarms.alarms, { isOnWall: false });
  expect(bodies(), 'not before the proxy knows it').toEqual([]);
  const smoke: ShownAlarm = {
    id: 'a',
    kind: 'smoke',
    device: 1,
    room: 'Hall',
    since: NOW,
    seenAt: undefined
  };
  opened.alarms.value = [smoke, { id: 'b', kind: 'leak', room: 'Cellar', since: NOW, seenAt: undefined }];
  alarms.see(alarms.alarms, { isOnWall: true });
  alarms.see(alarms.alarms, { isOnWall: false, isQuiet: true });
  expect(bodies()).toEqual([
    { alarms: ['a', 'b'], at: 'wall' },
    { alarms: ['a', 'b'], isQuiet: true }
  ]);
});

test('no reading makes a new list while nothing is in alarm', async () => {
  const smoke = sensor(1, 'BinarySmokeSensor', { Tripped: false });
  const { opened, alarms } = list(smoke, sensor(2, 'BinaryDoorSensor', {}));
  const followed = follow(() => alarms.alarms);
  await rendered();
  for (let n = 10; n < 15; n += 1) {
    opened.state.apply([{ device: 2, params: { battery: n } }], `e.${n}`, NOW);
    await rendered();
  }
  expect(followed.runs).toBe(1);
  opened.state.apply([{ device: 1, params: { Tripped: true } }], 'e.3', NOW);
  await rendered();
  expect(followed.value).toHaveLength(1);
});
