import { expect, test } from 'vitest';
import { AlarmList } from '../../../src/features/alarms/alarm-list.svelte';
import { createApp } from '../../../src/lib/state/app.svelte';
import { follow, rendered } from '../../lib/state/follow.svelte';
import { aHome } from '../../lib/state/test-home';
import { createTestEnvironment } from '../../lib/state/test-environment';

const NOW = Date.UTC(2026, 10, 22, 12);
const ago = (ms: number) => (NOW - ms) / 1000;

const sensor = (id: number, role: string, params: Record<string, unknown>, more = {}) => ({
  ...{ id, name: `Sensor ${id}`, room_id: 1, type: 'DevBinarySensor', role, interfaces: ['SensorBinary'] },
  params,
  ...more
});

const list = (...devices: unknown[]) => {
  const app = createApp(createTestEnvironment().environment);
  const rooms = [{ id: 1, name: 'Hall' }];
  app.home.replace(aHome({ rooms, devices }), 'e.1', NOW);
  return { app, alarms: new AlarmList(app, { now: NOW }) };
};

test('lists the alarms of the whole home: smoke, water, then others, the most recent first', () => {
  const { alarms } = list(
    sensor(1, 'BinarySmokeSensor', { Tripped: true }),
    sensor(2, 'BinaryDoorSensor', { Tripped: true, Armed: true, lasttrip: ago(60_000) }),
    sensor(3, 'BinaryLeakingSensor', { Tripped: true, lasttrip: ago(5000) }, { room_id: null }),
    sensor(4, 'BinaryDoorSensor', { Tripped: true }),
    sensor(5, 'BinaryWindowSensor', { Tripped: true, Armed: true, lasttrip: ago(90_000) })
  );
  expect(alarms.alarms).toEqual([
    {
      ...{ id: 1, text: 'Alarm: Sensor 1: Smoke detected', what: 'Smoke', name: 'Sensor 1', weight: 0 },
      ...{ room: 'Hall', href: '/rooms/1', since: undefined }
    },
    {
      ...{ id: 3, text: 'Alarm: Sensor 3: Water leak', what: 'Water', name: 'Sensor 3', weight: 1 },
      ...{ room: undefined, href: '/rooms/none', since: NOW - 5000 }
    },
    {
      ...{ id: 2, text: 'Alarm: Sensor 2 open', what: 'Door open', name: 'Sensor 2', weight: 2 },
      ...{ room: 'Hall', href: '/rooms/1', since: NOW - 60_000 }
    },
    {
      ...{ id: 5, text: 'Alarm: Sensor 5 open', what: 'Window open', name: 'Sensor 5', weight: 2 },
      ...{ room: 'Hall', href: '/rooms/1', since: NOW - 90_000 }
    }
  ]);
});

test('leaves out hidden devices, and follows the sensors', () => {
  const { app, alarms } = list(
    sensor(1, 'BinarySmokeSensor', { Tripped: true }, { hidden: true }),
    sensor(2, 'BinarySmokeSensor', { Tripped: false })
  );
  expect(alarms.alarms).toEqual([]);
  app.home.apply([{ device: 2, params: { Tripped: true, lasttrip: ago(0) } }], 'e.2', NOW);
  expect(alarms.alarms.map(({ id }) => id)).toEqual([2]);
  app.home.apply([{ device: 2, params: { Tripped: false } }], 'e.3', NOW);
  expect(alarms.alarms).toEqual([]);
});

test('no reading makes a new list while nothing is in alarm', async () => {
  const { app, alarms } = list(
    sensor(1, 'BinarySmokeSensor', { Tripped: false }),
    sensor(2, 'BinaryDoorSensor', {})
  );
  const followed = follow(() => alarms.alarms);
  await rendered();
  for (let n = 10; n < 15; n += 1) {
    app.home.apply([{ device: 2, params: { battery: n } }], `e.${n}`, NOW);
    await rendered();
  }
  expect(followed.runs).toBe(1);
  app.home.apply([{ device: 1, params: { Tripped: true } }], 'e.3', NOW);
  await rendered();
  expect(followed.value).toHaveLength(1);
});
