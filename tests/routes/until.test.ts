import { expect, test } from 'vitest';
import { endOf, fieldsOf, hourOf } from '../../src/routes/(app)/settings/until';

const NOW = new Date(2026, 10, 27, 18, 30).getTime();

test.each([
  ['2026-11-29', '20:00', new Date(2026, 10, 29, 20).getTime()],
  ['2026-11-27', '18:31', NOW + 60_000],
  ['2027-11-27', '18:30', new Date(2027, 10, 27, 18, 30).getTime()],
  ['2026-11-27', '18:30', undefined],
  ['2020-01-01', '10:00', undefined],
  ['2028-11-27', '18:30', undefined],
  ['275760-09-13', '00:00', undefined],
  ['2026-13-45', '10:00', undefined],
  ['', '20:00', undefined],
  ['2026-11-29', '', undefined]
])('the end of access on %s at %s is a time to come within a year, or none', (day, time, end) => {
  expect(endOf({ day, time }, NOW)).toBe(end);
  if (end !== undefined) expect(fieldsOf(end)).toEqual({ day, time });
});

test('a date begins with noon in two days', () => {
  expect(fieldsOf(hourOf('date', NOW) ?? 0)).toEqual({ day: '2026-11-29', time: '12:00' });
});
