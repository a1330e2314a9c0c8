import { beforeEach, expect, test } from 'vitest';
import { LEVEL_TOLERANCE } from '#shared/interfaces/level';
import { asReported } from '../../../../../proxy/sources/virtual/dynamics/travel';
import { FakeClock } from '../../../../support/fake-clock';
import { HomeFixture } from '../home-fixture';

const DIMMER = 24;
const ROUNDING_DIMMER = 42;
const SHUTTER = 26;

let clock: FakeClock;
let fixture: HomeFixture;

beforeEach(() => {
  clock = new FakeClock();
  fixture = new HomeFixture(clock);
});

test('a dimmer ramps to its target in two seconds, step by step', async () => {
  fixture.act(DIMMER, 'setLevel', { level: 14 });
  await clock.advance(2000);
  expect(fixture.reportedValues(DIMMER, 'Level')).toEqual([54, 44, 34, 24, 14]);
  expect(clock.waiting).toBe(0);
});

test('a dimmer is off only once its level is 0', async () => {
  fixture.act(DIMMER, 'setStatus', { status: false });
  await clock.advance(1600);
  expect(fixture.param(DIMMER, 'Status')).toBe(true);
  await clock.advance(400);
  expect([fixture.param(DIMMER, 'Level'), fixture.param(DIMMER, 'Status')]).toEqual([0, false]);
});

test('a dimmer goes to full power when it is switched on', async () => {
  fixture.home.change(DIMMER, { params: { Level: 0, Status: false } });
  fixture.act(DIMMER, 'setStatus', { status: true });
  await clock.advance(2000);
  expect(fixture.reportedValues(DIMMER, 'Level').at(-1)).toBe(99);
});

test('a dimmer turns round from its level when it receives another command on the way', async () => {
  fixture.act(DIMMER, 'setLevel', { level: 14 });
  await clock.advance(800);
  fixture.act(DIMMER, 'setLevel', { level: 94 });
  await clock.advance(10_000);
  expect(fixture.reportedValues(DIMMER, 'Level')).toEqual([54, 44, 54, 64, 74, 84, 94]);
});

test('a dimmer stays at its level when a held button is released', async () => {
  fixture.act(DIMMER, 'startLevelChange', { direction: 'up' });
  await clock.advance(1000);
  fixture.act(DIMMER, 'stopLevelChange');
  const level = fixture.param(DIMMER, 'Level');
  await clock.advance(10_000);
  expect(level).toBeGreaterThan(64);
  expect(level).toBeLessThan(99);
  expect(fixture.param(DIMMER, 'Level')).toBe(level);
});

test('a dimmer that rounds reports a level near the commanded one', async () => {
  fixture.act(ROUNDING_DIMMER, 'setLevel', { level: 42 });
  await clock.advance(2000);
  expect(fixture.param(ROUNDING_DIMMER, 'Level')).toBe(40);
});

test('a dimmer that rounds is never further off than the tolerance, and never off when it is on', () => {
  for (let level = 0; level <= 99; level += 1) {
    const reported = asReported(level, 5);
    expect(Math.abs(reported - level)).toBeLessThanOrEqual(LEVEL_TOLERANCE);
    expect(reported === 0).toBe(level === 0);
  }
});

test('a shutter takes twenty seconds from end to end, and reports the levels', async () => {
  fixture.act(SHUTTER, 'setLevel', { level: 0 });
  await clock.advance(19_000);
  expect(fixture.reportedValues(SHUTTER, 'Level')).toHaveLength(19);
  expect(fixture.param(SHUTTER, 'Level')).toBe(5);
  await clock.advance(1000);
  expect([fixture.param(SHUTTER, 'Level'), fixture.param(SHUTTER, 'Status')]).toEqual([0, false]);
});

test.each([
  ['opens completely at a level of 100', 20, 'setLevel', { level: 100 }, 99],
  ['takes half the time for half the way', 10, 'setLevel', { level: 50 }, 50],
  ['runs to the end when it is commanded to move down', 20, 'startLevelChange', { direction: 'down' }, 0]
] as const)('a shutter %s: in %i s', async (_what, seconds, method, params, level) => {
  fixture.act(SHUTTER, method, params);
  await clock.advance(seconds * 1000);
  expect(fixture.param(SHUTTER, 'Level')).toBe(level);
  expect(clock.waiting).toBe(0);
});

test('a shutter stops at its position', async () => {
  fixture.act(SHUTTER, 'startLevelChange', { direction: 'down' });
  await clock.advance(10_000);
  fixture.act(SHUTTER, 'stop');
  await clock.advance(30_000);
  expect(fixture.param(SHUTTER, 'Level')).toBe(50);
  expect(clock.waiting).toBe(0);
});
