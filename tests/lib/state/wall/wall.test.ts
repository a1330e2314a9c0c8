import { expect, it } from 'vitest';
import {
  HOLD_POLL_INTERVAL_MS,
  IGNORE_INPUT_MS,
  SLEEP_AFTER_MS
} from '../../../../src/lib/state/wall/idle-machine';
import { Wall } from '../../../../src/lib/state/wall/wall.svelte';
import { createTestEnvironment } from '../test-environment';

const EVENING = new Date(2026, 10, 22, 21, 55).getTime();
const NOON = new Date(2026, 10, 22, 12, 0).getTime();

function aWall(at = NOON) {
  const world = createTestEnvironment();
  world.clock.jump(at - world.clock.now());
  world.settings.values.set('wall', '{"isOn":true}');
  const wall = new Wall(world.environment, { home: null });
  return { ...world, wall, stop: wall.start() };
}

it('Wall ignores input for a second after a waking touch', () => {
  const { wall, page, clock } = aWall();
  clock.pass(SLEEP_AFTER_MS);
  page.tell('touched');
  expect(wall.isIgnoringInput).toBe(true);
  clock.pass(IGNORE_INPUT_MS - 1);
  page.tell('touched');
  expect({ isIgnoringInput: wall.isIgnoringInput, phase: wall.phase }).toEqual({
    isIgnoringInput: true,
    phase: 'home'
  });
  clock.pass(1);
  expect(wall.isIgnoringInput).toBe(false);
});

it('Wall neither goes to its first page nor sleeps while a hold lasts', () => {
  const { wall, page, clock } = aWall();
  let isHeld = true;
  const release = wall.addHold(() => isHeld);
  page.tell('touched');
  clock.pass(2 * SLEEP_AFTER_MS);
  expect(wall.phase).toBe('awake');
  isHeld = false;
  clock.pass(HOLD_POLL_INTERVAL_MS);
  expect(wall.phase).toBe('home');
  isHeld = true;
  release();
  clock.pass(SLEEP_AFTER_MS);
  expect(wall.phase).toBe('asleep');
});

it('Wall ignores no input after a motion, which nobody’s finger follows', () => {
  const { wall, clock } = aWall();
  clock.pass(SLEEP_AFTER_MS);
  wall.wake('motion');
  expect({ phase: wall.phase, isIgnoringInput: wall.isIgnoringInput }).toEqual({
    phase: 'home',
    isIgnoringInput: false
  });
});

it('Wall notices the night hours, and a change of them', () => {
  const { wall, clock } = aWall(EVENING);
  expect(wall.night).toBe(false);
  clock.pass(6 * 60_000);
  expect(wall.night).toBe(true);
  wall.change({ hasNight: false });
  expect(wall.night).toBe(false);
});

it('Wall begins with the first page by day and asleep at night', () => {
  expect(aWall(NOON).wall.phase).toBe('home');
  expect(aWall(EVENING + 3_600_000).wall.phase).toBe('asleep');
});

it('Wall begins awake if it was just switched on, so that the settings stay', () => {
  const wall = new Wall(createTestEnvironment().environment, { home: null });
  wall.change({ isOn: true });
  wall.start();
  expect(wall.phase).toBe('awake');
});

it('Wall stores its settings for the next visit', () => {
  const { wall, environment } = aWall();
  wall.change({ nightFrom: 23 * 60 });
  expect(new Wall(environment, { home: null }).settings).toEqual(wall.settings);
});

it('Wall stops its timers and listeners', () => {
  const { wall, page, clock, stop } = aWall();
  page.tell('touched');
  stop();
  expect({ timers: clock.waiting, listeners: page.listeners }).toEqual({ timers: 0, listeners: 0 });
  wall.wake('touch');
  expect(clock.waiting).toBe(0);
});
