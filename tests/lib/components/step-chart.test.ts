import { expect, test } from 'vitest';
import { heightIn, pointAt, pointsSince, stepPaths, timeTicks } from '$lib/components/step-chart';

test('a value holds until the next one, so no line slants', () => {
  const { line, area } = stepPaths(
    [
      { at: 0, value: 20 },
      { at: 50, value: 22 },
      { at: 75, value: 21 }
    ],
    100
  );
  expect(line).toBe('M0 100H50V0H75V50H100');
  expect(area).toBe(`${line}V100H0Z`);
});

test('there is no line and no area where nothing was recorded', () => {
  const points = [null, 20, null, 22, 20].map((value, index) => ({ at: index * 20, value }));
  expect(stepPaths(points, 100)).toEqual({
    line: 'M20 100H40M60 0H80V100H100',
    area: 'M20 100H40V100H20ZM60 0H80V100H100V100H60Z'
  });
});

test('a constant value is a line in the middle', () => {
  expect(stepPaths([{ at: 0, value: 7 }], 60_000).line).toBe('M0 50H100');
});

const points = [
  { at: 0, value: 20 },
  { at: 50, value: 22 },
  { at: 75, value: 21 }
];

test('a part of the points begins with the value that held then', () => {
  expect(pointsSince(points, 60)).toEqual([
    { at: 60, value: 22 },
    { at: 75, value: 21 }
  ]);
  expect(pointsSince(points, -5)).toEqual(points);
});

test('the point at a time is the last one before it, or the first', () => {
  expect([-5, 0, 49, 50, 1000].map((at) => pointAt(points, at)?.value)).toEqual([20, 20, 20, 22, 21]);
  expect(pointAt([], 5)).toBeUndefined();
});

test('heights lie between the lowest and the highest value', () => {
  expect([20, 21, 22].map(heightIn(points))).toEqual([0, 0.5, 1]);
  expect(heightIn([{ at: 0, value: 7 }])(7)).toBe(0.5);
});

const hourAt = (hour: number, minute = 0) => new Date(2026, 10, 20, hour, minute).getTime();
const textsOf = (from: number, until: number) =>
  timeTicks(from, until).map((tick) => new Date(tick.at).toTimeString().slice(0, 5));

test('the marks of a time axis are 0, 6, 12 and 18 o’clock for a day', () => {
  expect(textsOf(hourAt(14, 20), hourAt(38, 20))).toEqual(['18:00', '00:00', '06:00', '12:00']);
});

test('the marks of a time axis are closer for less time, and none for a moment', () => {
  expect(textsOf(hourAt(14, 20), hourAt(21))).toEqual(['15:00', '18:00', '21:00']);
  expect(textsOf(hourAt(14, 20), hourAt(16, 50))).toEqual(['15:00', '16:00']);
  expect(textsOf(hourAt(14, 20), hourAt(14, 55))).toEqual(['14:30', '14:45']);
  expect(timeTicks(hourAt(14), hourAt(14, 5))).toEqual([]);
});

test('the marks of a time axis end at the last date that there is', () => {
  expect(timeTicks(8.64e15 - 86_400_000, 8.64e15).length).toBeLessThan(6);
  expect(timeTicks(1e300, 2e300)).toEqual([]);
});
