import { expect, test } from 'vitest';
import type { Device, Params } from '#shared/home';
import { AlarmList } from '../../../src/features/alarms/alarm-list.svelte';
import { follow, rendered } from '../../lib/state/follow.svelte';
import { aHome } from '../../lib/state/test-home';
import { anOpenHome } from '../../lib/state/test-screen';
import { aSensor } from '../bulk-actions/test-devices';

const NOW = Date.UTC(2026, 10, 22, 12);
const ago = (ms: number) => (NOW - ms) / 1000;

const sensor = (id: number, role: string, params: Params, more: Partial<Device> = {}) =>
  aSensor(id, role, true, { name: `Sensor ${id}`, room_id: 1, params, ...more });

const list = (...devices: unknown[]) => {
  const opened = anOpenHome();
  const rooms = [{ id: 1, name: 'Hall' }];
  opened.state.replace(aHome({ rooms, devices }), 'e.1', NOW);
  return { opened, alarms: new AlarmList(opened, { now: NOW }) };
};

test('lists the alarms of the whole home: smoke, water, then others, the most recent first', () => {
  const { alarms } = list(
    sensor(1, 'BinarySmokeSensor', { Tripped: true }),
    sensor(2, 'BinaryDoorSensor', { Tripped: true, Armed: true, lasttrip: ago(60_000) }),
    sensor(3, 'BinaryLeakingSensor', { Tripped: true, lasttrip: ago(5000) }, { room_id: null }),
    sensor(4, 'BinaryDoorSensor', { Tripped: true }),
    sensor(5, 'BinaryWindowSensor', { Tripped: true, Armed: true, lasttrip: ago(90_000) })
  );
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
      key: 'device 2',
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
      key: 'device 5',
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
  opened.alarms.value = [{ id: 'a', kind: 'co', room: 'Cellar', since: NOW - 1000 }];
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
