import { expect, test } from 'vitest';
import { reportedTime, trippedSince } from '$lib/kinds/reported-time';

const NOW = Date.UTC(2026, 10, 22, 12);
const ago = (ms: number) => (NOW - ms) / 1000;

test.each([
  ['its last trip while it is tripped', { Tripped: true, lasttrip: ago(90_000) }, NOW - 90_000],
  ['nothing while it is idle', { Tripped: false, lasttrip: ago(90_000) }, undefined],
  ['nothing if the controller has no last trip', { Tripped: true, lasttrip: 0 }, undefined],
  ['nothing if the parameter is missing', { Tripped: true }, undefined],
  ['nothing if the last trip is in the future', { Tripped: true, lasttrip: ago(-3_600_000) }, undefined],
  ['nothing if the controller’s clock was not set', { Tripped: true, lasttrip: 60 }, undefined]
])('since when a sensor is tripped is %s', (_, params, expected) => {
  expect(trippedSince({ params }, NOW)).toBe(expected);
});

test('a last contact of 0 or null is none', () => {
  expect([reportedTime(null, NOW), reportedTime(0, NOW), reportedTime(undefined, NOW)]).toEqual([
    undefined,
    undefined,
    undefined
  ]);
  expect(reportedTime(ago(5000), NOW)).toBe(NOW - 5000);
});
