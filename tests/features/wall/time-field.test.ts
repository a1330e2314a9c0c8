import { expect, it } from 'vitest';
import { minutesOf, timeOf } from '../../../src/features/wall/time-field';

it.each([0, 61, 22 * 60, 24 * 60 - 1])('a field for a time of day reads back %i minutes', (minutes) => {
  expect(minutesOf(timeOf(minutes))).toBe(minutes);
});
