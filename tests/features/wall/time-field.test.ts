import { describe, expect, it } from 'vitest';
import { minutesOf, timeOf } from '../../../src/features/wall/time-field';

describe('a field for a time of day', () => {
  it.each([0, 61, 22 * 60, 24 * 60 - 1])('reads back %i minutes', (minutes) => {
    expect(minutesOf(timeOf(minutes))).toBe(minutes);
  });

  it('has no time while it is empty', () => {
    expect(minutesOf('')).toBeUndefined();
  });
});
