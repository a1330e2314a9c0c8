import { expect, it } from 'vitest';
import { HappenedPart } from '../../../../proxy/server/record/happened-part';
import { randomOf } from '../../../../proxy/sources/virtual/random';

/** A row of about a kilobyte. */
const rowAt = (at: number) => ({ at, text: 'x'.repeat(1_000) });

/** Reads all parts of rows that come in any order, and returns their times. */
function partsOf(rows: readonly { readonly at: number }[], until: number): number[][] {
  const parts: number[][] = [];
  for (let from = 0; from < until;) {
    const part = new HappenedPart<{ readonly at: number }>(from, until);
    for (const row of rows) if (row.at >= from) part.add(row);
    parts.push(part.rows.map(({ at }) => at));
    from = part.until;
  }
  return parts;
}

it('parts of up to 160 kB have each row once and in the order of time, in whatever order they come', () => {
  const random = randomOf(7, 'parts');
  const times = Array.from({ length: 2_000 }, () => Math.floor(random.between(0, 86_400_000)));
  const parts = partsOf(times.map(rowAt), 86_400_000);
  expect(parts.flat()).toEqual(times.toSorted((one, other) => one - other));
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(160);
  expect(parts.length).toBeLessThan(20);
});

it('more than a part of one moment ends, and hides nothing that comes later', () => {
  const times = [...Array.from({ length: 400 }, () => 5), 6, 7];
  const parts = partsOf(times.map(rowAt), 10);
  expect(parts.flat().slice(-2)).toEqual([6, 7]);
  expect(parts.length).toBeLessThan(5);
});

it('a part ends before a moment from which on rows are missing, but has at least its first one', () => {
  const part = new HappenedPart(10, 100);
  for (const at of [10, 20, 30]) part.add({ at });
  part.endBefore(20);
  expect(part.rows).toEqual([{ at: 10 }]);
  expect(part.until).toBe(20);
  part.endBefore(10);
  expect(part.until).toBe(11);
});
