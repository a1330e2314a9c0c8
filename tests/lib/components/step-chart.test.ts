import { expect, test } from 'vitest';
import { stepPaths } from '$lib/components/step-chart';

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

test('a constant value is a line in the middle', () => {
  expect(stepPaths([{ at: 0, value: 7 }], 60_000).line).toBe('M0 50H100');
});

test('a single moment causes no division by zero', () => {
  expect(stepPaths([{ at: 5, value: 7 }], 5).line).not.toMatch(/NaN|Infinity/);
});
