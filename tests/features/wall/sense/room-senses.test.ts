import { expect, it, onTestFinished } from 'vitest';
import { roomSensesOf } from '../../../../src/features/wall/sense/room-senses.svelte';
import { createApp } from '../../../../src/lib/state/app.svelte';
import type { WallSettings } from '../../../../src/lib/state/wall/wall-settings';
import { SLEEP_AFTER_MS } from '../../../../src/lib/state/wall/idle-machine';
import { wallOf } from '../../../../src/lib/state/wall/wall-of';
import { createTestEnvironment } from '../../../lib/state/test-environment';
import { aHome } from '../../../lib/state/test-home';

const KITCHEN = 1;
const HALL = 2;
const motionIn = (id: number, room_id: number, more: Record<string, unknown> = {}) => ({
  ...{ id, name: `Sensor ${id}`, room_id, type: 'DevBinarySensor', role: 'BinaryMotionSensor' },
  ...{ interfaces: ['SensorBinary'], params: { Tripped: false }, ...more }
});
const lightIn = (id: number, room_id: number, value: number) => ({
  ...{ id, name: `Light ${id}`, room_id, type: 'DevLuminosity', role: '', interfaces: ['SensorMultilevel'] },
  params: { Value: value, valueUnit: 'lx' }
});

/** A tablet in the kitchen that sleeps by day, with a motion sensor in the kitchen (1) and in the hall (2). */
function aTablet(settings: Partial<WallSettings> = {}, ...more: unknown[]) {
  const environment = createTestEnvironment();
  const app = createApp(environment.environment);
  const rooms = [
    { id: KITCHEN, name: 'Kitchen' },
    { id: HALL, name: 'Hall' }
  ];
  const devices = [motionIn(1, KITCHEN), motionIn(2, HALL), ...more];
  app.home.replace(aHome({ rooms, devices }), 'e.1', environment.clock.now());
  const wall = wallOf(app);
  wall.change({ isOn: true, hasNight: false, roomId: KITCHEN, ...settings });
  onTestFinished(wall.start());
  const senses = roomSensesOf(app);
  onTestFinished(senses.start());
  environment.clock.pass(SLEEP_AFTER_MS);
  expect(wall.phase).toBe('asleep');
  let revision = 1;
  const report = (device: number, params: Record<string, unknown>) =>
    app.home.apply([{ device, params }], `e.${++revision}`, environment.clock.now());
  return { ...environment, app, wall, senses, report };
}

it('a tablet in the kitchen wakes by a sensor that is hidden from the app', () => {
  const { wall, senses, report } = aTablet({}, motionIn(3, KITCHEN, { hidden: true }));
  expect(senses.hasMotion).toBe(true);
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

it('a tablet in the kitchen sleeps on if it is to, and if it is in no room', () => {
  for (const settings of [{ wakesOnMotion: false }, { roomId: null }]) {
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

it('a tablet in the kitchen waits for five seconds of motion if people who pass are ignored', () => {
  const { wall, report, clock } = aTablet({ ignoresPassing: true });
  report(1, { Tripped: true });
  clock.pass(4999);
  expect(wall.phase).toBe('asleep');
  clock.pass(1);
  expect(wall.phase).toBe('home');
});

it('a tablet in the kitchen measures how late motion is reported', () => {
  const { senses, report, clock } = aTablet();
  for (const late of [200, 4700, 1000]) {
    const lasttrip = Math.floor(clock.now() / 1000);
    clock.pass(lasttrip * 1000 + late - clock.now() + 60_000);
    report(1, { Tripped: true, lasttrip: lasttrip + 60 });
  }
  expect(senses.delayMs).toBe(4500);
});

it('a tablet in the kitchen is dimmed by the kitchen’s light sensor, not by another room’s, and not in the night hours', () => {
  expect(aTablet().senses.dim).toBe(0);
  const dark = aTablet({}, lightIn(3, KITCHEN, 1));
  expect([dark.senses.hasLight, dark.senses.dim]).toEqual([true, 0.6]);
  dark.report(3, { Value: 300 });
  expect(dark.senses.dim).toBe(0);
  dark.report(3, { Value: 1 });
  dark.wall.wake('motion');
  dark.page.tell('touched');
  expect([dark.wall.phase, dark.senses.dim], 'somebody uses it').toEqual(['awake', 0]);
  expect(aTablet({}, lightIn(3, HALL, 1)).senses.dim).toBe(0);
  expect(aTablet({ dimsByLight: false }, lightIn(3, KITCHEN, 1)).senses.dim).toBe(0);
  const night = { hasNight: true, nightFrom: 0, nightTo: 24 * 60 - 1 };
  expect(aTablet(night, lightIn(3, KITCHEN, 1)).senses.dim).toBe(0);
});
