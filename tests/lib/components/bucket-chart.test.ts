import { expect, test } from 'vitest';
import { bandPaths, rangeOf, timeTicks, type Band } from '$lib/components/bucket-chart';

const flat = (value: number): Band => [value, value, value];

test('the mean of a part holds for it, so no line slants, and the lowest and highest values are a band around it', () => {
  const { line, spread, area } = bandPaths([[20, 21, 22], flat(22)], [20, 22]);
  expect(line).toBe('M0 50H50V0H100');
  expect(spread).toBe('M0 0H50V100H0ZM50 0H100V0H50Z');
  expect(area).toBe('M0 50H50V100H0ZM50 0H100V100H50Z');
});

test('there is no line and no area where nothing is known', () => {
  const { line, known } = bandPaths([null, flat(20), null, flat(22)], [20, 22]);
  expect(line).toBe('M25 100H50M75 0H100');
  expect(known).toBe('M25 0H50V100H25ZM75 0H100V100H75Z');
  expect(bandPaths([null, null], [0, 1]).line).toBe('');
});

test('a constant value is a line in the middle', () => {
  expect(bandPaths([flat(7)], rangeOf([7, 7])).line).toBe('M0 50H100');
});

const dateAt = (day: number, hour = 0) => new Date(2026, 10, day, hour).getTime();
const textsOf = (from: number, until: number) =>
  timeTicks(from, until).map(({ at, textAt }) =>
    [at, textAt].map((time) => new Date(time).toTimeString().slice(0, 2)).join(' ')
  );

test('the marks of a time axis are 0, 6, 12 and 18 o’clock for a day, and midnights for more', () => {
  expect(textsOf(dateAt(20, 14), dateAt(21, 14))).toEqual(['18 18', '00 00', '06 06', '12 12']);
  expect(textsOf(dateAt(20), dateAt(27))).toEqual(Array.from({ length: 7 }, () => '00 12'));
  const ofMonth = timeTicks(dateAt(1), dateAt(31)).map(({ at }) => new Date(at).getDate());
  expect(ofMonth).toEqual([4, 11, 18, 25]);
});

test('the marks of a time axis end at the last date that there is', () => {
  expect(timeTicks(8.64e15 - 86_400_000, 8.64e15).length).toBeLessThan(6);
  expect(timeTicks(1e300, 2e300)).toEqual([]);
});
