import { expect, test } from 'vitest';
import { recentTime } from '../../../../src/features/device/sheet/recent-time';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

test.each([
  [at(20, 6, 12), 'Today 6:12 AM'],
  [at(20, 0), 'Today 12:00 AM'],
  [at(19, 23, 59), 'Yesterday 11:59 PM'],
  [at(18, 23, 59), 'Nov 18, 11:59 PM']
])('%i is shown as “%s”', (time, words) => {
  expect(recentTime(time, at(20, 20)).replaceAll('\u202f', ' ')).toBe(words);
});
