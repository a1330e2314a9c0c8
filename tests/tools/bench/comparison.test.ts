import { expect, it } from 'vitest';
import { isMissed, lineOf } from '../../../tools/bench/comparison';

const rounds = { of: 'Answers', unit: 'a second', ours: [90, 80, 1000], theirs: [100, 90, 110] };

it('a comparison prints both medians, their ranges and their ratio', () => {
  expect(lineOf(rounds)).toMatch(/^Answers +90\.0 +80\.0 to 1000 +100 +90\.0 to 110 +0\.90 × a second$/);
});

it('a ratio that misses its bound is marked, and counts as missed', () => {
  const isOver = (wanted?: { least: number } | { most: number }) =>
    isMissed({ ...rounds, ...(wanted && { wanted }) });
  expect([{ least: 0.9 }, { most: 0.9 }, undefined].map(isOver)).toEqual([false, false, false]);
  expect([{ least: 0.95 }, { most: 0.8 }].map(isOver)).toEqual([true, true]);
  const verdict = (wanted: { least: number } | { most: number }) => lineOf({ ...rounds, wanted });
  expect(verdict({ least: 0.9 })).toMatch(/wanted ≥ 0\.9: ok\)$/);
  expect(verdict({ least: 0.95 })).toMatch(/wanted ≥ 0\.95: MISSED\)$/);
  expect(verdict({ most: 0.9 })).toMatch(/wanted ≤ 0\.9: ok\)$/);
  expect(verdict({ most: 0.8 })).toMatch(/wanted ≤ 0\.8: MISSED\)$/);
});
