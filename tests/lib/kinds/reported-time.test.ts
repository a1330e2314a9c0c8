import { expect, test } from 'vitest';
import { calmSince, fromController, lastTripOf, reportedTime, trippedSince } from '#shared/reported-time';
import { aboutTime, reportedAge } from '$lib/kinds/reported-age';

const NOW = Date.UTC(2026, 10, 22, 12);
const RIGHT = { clockOffsetMs: 0 };
const ago = (ms: number) => (NOW - ms) / 1000;

test.each([
  ['its last trip while it is tripped', { Tripped: true, lasttrip: ago(90_000) }, NOW - 90_000],
  ['nothing while it is idle', { Tripped: false, lasttrip: ago(90_000) }, undefined],
  ['nothing if the controller has no last trip', { Tripped: true, lasttrip: 0 }, undefined],
  ['nothing if the parameter is missing', { Tripped: true }, undefined],
  ['nothing if the last trip is in the future', { Tripped: true, lasttrip: ago(-3_600_000) }, undefined],
  ['nothing if the controller’s clock was not set', { Tripped: true, lasttrip: 60 }, undefined]
])('since when a sensor is tripped is %s', (_, params, expected) => {
  expect(trippedSince({ params }, RIGHT, NOW)).toBe(expected);
});

const SEEN = { trippedAt: NOW - 60_000 };

test.each([
  ['as the controller reports it, within minutes of what Mantel saw', ago(200_000), SEEN, NOW - 200_000],
  ['as the controller reports it, if that is later', ago(10_000), SEEN, NOW - 10_000],
  ['as Mantel saw it, if the controller has no time', 0, SEEN, NOW - 60_000],
  ['as Mantel saw it, if the controller’s is in the future', ago(-3_600_000), SEEN, NOW - 60_000],
  ['as Mantel saw it, if the controller’s is of another year', 60, SEEN, NOW - 60_000],
  ['as Mantel saw it, if the controller’s does not move', ago(7_200_000), SEEN, NOW - 60_000],
  ['unknown, if it changed while nobody watched', 0, { trippedAt: null }, undefined],
  ['unknown, if Mantel’s clock was ahead then', 0, { trippedAt: NOW + 3_600_000 }, undefined]
])('since when a sensor is tripped is %s', (_, lasttrip, seen, expected) => {
  const sensor = { params: { Tripped: true, lasttrip }, ...seen };
  expect([trippedSince(sensor, RIGHT, NOW), lastTripOf(sensor, RIGHT, NOW)]).toEqual([expected, expected]);
});

test('a sensor is calm since Mantel saw it, unless its controller reports a later trip', () => {
  const calm = (lasttrip: number) => ({ params: { Tripped: false, lasttrip }, calmAt: NOW - 3_600_000 });
  expect(calmSince(calm(ago(7_200_000)), RIGHT, NOW)).toBe(NOW - 3_600_000);
  expect(calmSince(calm(ago(60_000)), RIGHT, NOW)).toBeUndefined();
});

test('a last contact of 0 or null is none', () => {
  for (const seconds of [null, 0, undefined]) expect(reportedTime(seconds, RIGHT, NOW)).toBeUndefined();
  expect(reportedTime(ago(5000), RIGHT, NOW)).toBe(NOW - 5000);
});

const YEARS_MS = 3 * 365 * 86_400_000;

test.each([
  ['three years behind', -YEARS_MS],
  ['three years ahead', YEARS_MS],
  ['two hours behind', -7_200_000]
])('a time of a clock that is %s is corrected and marked', (_, clockOffsetMs) => {
  const clock = { clockOffsetMs };
  const at = reportedTime((NOW - 180_000 + clockOffsetMs) / 1000, clock, NOW);
  expect(at).toBe(NOW - 180_000);
  expect(reportedAge(NOW - 180_000, clock, NOW)).toBe('about 3 min ago');
  expect([aboutTime('14:05', clock), aboutTime('14:05', RIGHT)]).toEqual(['about 14:05', '14:05']);
});

test('a time that no calendar has is none', () => {
  expect(fromController(2e14, { clockOffsetMs: -2e14 })).toBeUndefined();
});

test('a moment ago is just now, and a clock that cannot be compared claims no time', () => {
  expect(reportedAge(NOW - 1000, { clockOffsetMs: YEARS_MS }, NOW)).toBe('just now');
  expect(reportedTime(ago(5000), { clockOffsetMs: null }, NOW)).toBeUndefined();
});
