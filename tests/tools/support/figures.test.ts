import { expect, it } from 'vitest';
import { Durations, isWithinBound, median, tableOf } from '../../../tools/support/figures';

it('durations return percentiles', () => {
  const durations = new Durations();
  for (let ms = 1; ms <= 100; ms++) durations.add(ms);
  expect([0.01, 0.5, 0.99, 1].map((share) => durations.percentile(share))).toEqual([1, 50, 99, 100]);
  durations.add(1e9);
  expect([durations.percentile(1), durations.count]).toEqual([60_000, 101]);
  expect(new Durations().percentile(0.99)).toBe(0);

  const fine = new Durations(10);
  fine.add(0.26);
  fine.add(1e9);
  expect([fine.percentile(0.5), fine.percentile(1)]).toEqual([0.3, 60_000]);
});

it('a median does not depend on the order', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([])).toBeNaN();
});

it('a value equal to its bound is within it, and NaN is not', () => {
  const finding = { of: 'Memory', most: 10, unit: 'MB' };
  expect([9, 10, 10.1, NaN].map((found) => isWithinBound({ ...finding, found }))).toEqual([
    true,
    true,
    false,
    false
  ]);
  expect(tableOf([{ ...finding, found: 9.96 }])).toMatch(/^Memory +10 of +10 MB +ok$/);
  expect(tableOf([{ ...finding, found: 11 }])).toContain('OUT OF BOUNDS');
  expect(tableOf([{ of: 'Commands', found: 240, unit: '' }])).toMatch(/^Commands +240$/);
});
