import { expect, it, onTestFinished } from 'vitest';
import { hasMotionSensor, wakeOnMotion } from '../../../src/features/wall/room-motion';
import { SLEEP_AFTER_MS } from '../../../src/lib/state/wall/idle-machine';
import type { WallSettings } from '../../../src/lib/state/wall/wall-settings';
import { Wall } from '../../../src/lib/state/wall/wall.svelte';
import { createTestEnvironment } from '../../lib/state/test-environment';
import { aHome } from '../../lib/state/test-home';
import { anOpenHome } from '../../lib/state/test-screen';
import { aSensor } from '../bulk-actions/test-devices';

const KITCHEN = 1;
const HALL = 2;
const motionIn = (id: number, room_id: number, more: object = {}) =>
  aSensor(id, 'BinaryMotionSensor', false, { room_id, ...more });
/** A tablet in the kitchen that sleeps by day, with a motion sensor in the kitchen (1) and in the hall (2). */
function aTablet(settings: Partial<WallSettings> = {}, ...more: unknown[]) {
  const environment = createTestEnvironment();
  const opened = anOpenHome(environment);
  const rooms = [
    { id: KITCHEN, name: 'Kitchen' },
    { id: HALL, name: 'Hall' }
  ];
  const devices = [motionIn(1, KITCHEN), motionIn(2, HALL), ...more];
  opened.state.replace(aHome({ rooms, devices }), 'e.1', environment.clock.now());
  const wall = new Wall(environment.environment, { home: null });
  wall.change({ isOn: true, hasNight: false, roomId: KITCHEN, ...settings });
  onTestFinished(wall.start());
  onTestFinished(wakeOnMotion(opened, wall));
  environment.clock.pass(SLEEP_AFTER_MS);
  expect(wall.phase).toBe('asleep');
  let revision = 1;
  const report = (device: number, params: Record<string, unknown>) =>
    opened.state.apply([{ device, params }], `e.${++revision}`, environment.clock.now());
  return { ...environment, opened, wall, report };
}

it('a tablet in the kitchen wakes by a sensor that is hidden from the app', () => {
  const { opened, wall, report } = aTablet({}, motionIn(3, KITCHEN, { hidden: true }));
  expect(hasMotionSensor(opened, KITCHEN)).toBe(true);
  report(3, { Tripped: true });
  expect(wall.phase).toBe('home');
});

it.each([
  ['motion in another room', 2, { Tripped: true }],
  ['the end of a motion', 1, { Tripped: false }],
  ['another parameter of the sensor', 1, { batteryLevel: 80 }]
])('a tablet in the kitchen sleeps on after %s', (_what, device, params) => {
  const { wall, report } = aTablet();
  report(device, params);
  expect(wall.phase).toBe('asleep');
});

it('a tablet in the kitchen sleeps on if it is to, if it is in no room, and in the night hours', () => {
  const night = { hasNight: true, nightFrom: 0, nightTo: 24 * 60 - 1 };
  for (const settings of [{ wakesOnMotion: false }, { roomId: null }, night]) {
    const { wall, report } = aTablet(settings);
    report(1, { Tripped: true });
    expect(wall.phase).toBe('asleep');
  }
});

it('a tablet in the kitchen stays awake for five minutes after the last motion', () => {
  const { wall, report, clock } = aTablet();
  report(1, { Tripped: true, lasttrip: 1 });
  clock.pass(SLEEP_AFTER_MS - 1);
  report(1, { lasttrip: 2 });
  clock.pass(SLEEP_AFTER_MS - 1);
  expect(wall.phase).toBe('home');
  clock.pass(1);
  expect(wall.phase).toBe('asleep');
});
