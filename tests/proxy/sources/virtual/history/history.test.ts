import { describe, expect, test } from 'vitest';
import { startHistory } from '../../../../../proxy/sources/virtual/history/history';
import { pastOf } from '../../../../../proxy/sources/virtual/history/past';
import { HOUR_MS, startLifeFixture, MINUTE_MS } from '../dynamics/life-fixture';

const ALL = 10_000;
const LAMP = 21;
const DIMMER = 24;
const TEMPERATURE = 28;
const MOTION = 31;
const MEDIA_POWER = 35;
const THERMOSTAT = 33;
const OUTDOOR_TEMPERATURE = 204;
const HOUSE_METER = 215;

/** A home whose history starts at noon and can continue. Nothing happens there by itself. */
function historyOnHand(seed = 1) {
  const { clock, fixture, readings, stop } = startLifeFixture(12, seed);
  stop();
  const start = clock.now();
  const history = startHistory(fixture.home, clock, pastOf(readings, seed, start));
  /** Sorts rows, oldest first. */
  const rows = (id: number, param: string) => [...(history(id, param, ALL) ?? [])].reverse();
  return { clock, fixture, history, rows, start };
}

describe('the generated history', () => {
  test.each([
    ['a temperature', TEMPERATURE, 'Value', 200],
    ['a power', MEDIA_POWER, 'Value', 5],
    ['a counting meter', HOUSE_METER, 'Value', 20],
    ['a switch', LAMP, 'Status', 5],
    ['a level', DIMMER, 'Level', 5],
    ['a motion sensor', MOTION, 'Tripped', 50],
    ['what never changes', THERMOSTAT, 'availableModes', 0]
  ])(
    'of %s is a month long, fits into one answer, is in order, and ends at the current value',
    (_what, id, param, count) => {
      const { fixture, rows, start } = historyOnHand();
      const past = rows(id, param);
      const times = past.map(({ at }) => at);
      expect(times.filter((at) => at >= start - 24 * HOUR_MS).length).toBeGreaterThanOrEqual(count);
      expect(past.length).toBeLessThan(900);
      expect(times[0]).toBe(start - 30 * 24 * HOUR_MS);
      expect(times).toEqual([...times].sort((one, other) => one - other));
      expect(times.at(-1)).toBeLessThanOrEqual(start);
      expect(past.at(-1)?.value).toEqual(fixture.param(id, param));
    }
  );

  test('of a thermometer follows the time of day: the night before was colder', () => {
    const { rows, start } = historyOnHand();
    const degreesAt = (at: number) =>
      Number(rows(OUTDOOR_TEMPERATURE, 'Value').find((row) => row.at >= at)?.value);
    expect(degreesAt(start - 8 * HOUR_MS)).toBeLessThan(degreesAt(start) - 4);
  });

  test('of a meter only increases', () => {
    const { rows } = historyOnHand();
    const values = rows(HOUSE_METER, 'Value').map(({ value }) => Number(value));
    expect(values).toEqual([...values].sort((one, other) => one - other));
    expect(Math.min(...values)).toBeLessThan(Math.max(...values));
  });

  test('is the same each time, and different with another seed', () => {
    const [once, other] = [1, 2].map((seed) => {
      const { rows } = historyOnHand(seed);
      expect(rows(MOTION, 'Tripped')).toEqual(rows(MOTION, 'Tripped'));
      return rows(MOTION, 'Tripped');
    });
    expect(once).not.toEqual(other);
  });
});

test('the history continues with each change from the end of the generated one', async () => {
  const { clock, fixture, rows, start } = historyOnHand();
  const past = rows(LAMP, 'Status');
  await clock.advance(MINUTE_MS);
  fixture.home.report(LAMP, { Status: true });
  await clock.advance(MINUTE_MS);
  fixture.home.report(LAMP, { Status: false });
  expect(rows(LAMP, 'Status')).toEqual([
    ...past,
    { at: start + MINUTE_MS, value: true },
    { at: start + 2 * MINUTE_MS, value: false }
  ]);
});

test('the history keeps one measured value in five minutes, and the present one', async () => {
  const { clock, fixture, rows } = historyOnHand();
  const past = rows(TEMPERATURE, 'Value').length;
  for (let minute = 1; minute <= 20; minute += 1) {
    await clock.advance(MINUTE_MS);
    fixture.home.report(TEMPERATURE, { Value: minute });
  }
  expect(
    rows(TEMPERATURE, 'Value')
      .slice(past)
      .map(({ value }) => value)
  ).toEqual([1, 6, 11, 16, 20]);
});

test('the history returns the newest rows first, as many as requested', async () => {
  const { clock, fixture, history, start } = historyOnHand();
  await clock.advance(MINUTE_MS);
  fixture.home.report(LAMP, { Status: true });
  const [newest, ...older] = history(LAMP, 'Status', 3) ?? [];
  expect(newest).toEqual({ at: start + MINUTE_MS, value: true });
  expect(older).toHaveLength(2);
});

test('the history is undefined for an unknown device or parameter', () => {
  const { history } = historyOnHand();
  expect(history(999, 'Status', 1)).toBeUndefined();
  expect(history(LAMP, 'Level', 1)).toBeUndefined();
  expect(history(LAMP, 'toString', 1)).toBeUndefined();
});

test('the history keeps the last thousand changes of a parameter', () => {
  const { fixture, rows } = historyOnHand();
  const past = rows(LAMP, 'Status').length;
  for (let change = 1; change <= 1200; change += 1) fixture.home.report(LAMP, { Status: change % 2 === 1 });
  expect(rows(LAMP, 'Status')).toHaveLength(past + 1000);
});
