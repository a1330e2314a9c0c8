import { expect, test } from 'vitest';
import { decodeHistory } from '#shared/history';

const AT = Date.UTC(2026, 10, 21, 12, 0, 0);
const SECONDS = AT / 1000;

test.each([
  ['seconds under `time`', [{ time: SECONDS, value: 1 }]],
  ['seconds as text', [{ time: String(SECONDS), value: 1 }]],
  ['milliseconds under `timestamp`', [{ timestamp: AT, value: 1 }]],
  ['ISO text under `date`', [{ date: '2026-11-21T12:00:00Z', value: 1 }]],
  ['`ts` and `new_value`', [{ ts: SECONDS, old_value: 0, new_value: 1 }]],
  ['rows under `history`', { history: [{ time: SECONDS, value: 1 }] }],
  [
    'a list with rows that cannot be read',
    [null, 7, { time: 'soon', value: 3 }, { time: SECONDS }, { time: SECONDS, value: 1 }]
  ],
  [
    'a list with times that no calendar has',
    [
      { time: 1e300, value: 3 },
      { time: 8.64e15, value: 3 },
      { time: -1e300, value: 3 },
      { time: SECONDS, value: 1 }
    ]
  ]
])('reads %s', (_, answer) => {
  expect(decodeHistory(answer)).toEqual([{ at: AT, value: 1 }]);
});

test('the oldest row comes first, in any input order', () => {
  const rows = [30, 10, 20].map((time) => ({ time, value: time }));
  expect(decodeHistory(rows)?.map(({ value }) => value)).toEqual([10, 20, 30]);
});

test('false, zero and null are values', () => {
  const rows = [false, 0, null].map((value, place) => ({ time: place + 1, value }));
  expect(decodeHistory(rows)?.map(({ value }) => value)).toEqual([false, 0, null]);
});

test('an empty history is valid', () => {
  expect(decodeHistory({ history: [] })).toEqual([]);
});

test.each([null, 'history', 7, {}, { history: {} }, [{}], [[1, 2]]])('%j is not a history', (answer) => {
  expect(decodeHistory(answer)).toBeNull();
});
