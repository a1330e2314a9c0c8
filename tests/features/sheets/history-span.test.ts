import { afterAll, beforeAll, expect, it } from 'vitest';
import { spanOf, type SpanName } from '../../../src/features/sheets/history-span';

const before = process.env['TZ'];
beforeAll(() => void (process.env['TZ'] = 'Europe/Kyiv'));
afterAll(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
});

/** The clocks of this zone go back on 25 October 2026, and forward on 29 March. */
function spanIn(name: SpanName, back: number, now: string) {
  const { from, until, count } = spanOf(name, back, new Date(now).getTime());
  return [new Date(from).toISOString(), new Date(until).toISOString(), count];
}

it.each([
  ['day', 0, '2026-11-21T08:02', '2026-11-20T06:05', '2026-11-21T06:05', 288],
  ['day', 1, '2026-11-21T08:02', '2026-11-19T22:00', '2026-11-20T22:00', 288],
  ['day', 1, '2026-10-26T08:02', '2026-10-24T21:00', '2026-10-25T22:00', 300],
  ['day', 1, '2026-03-30T08:02', '2026-03-28T22:00', '2026-03-29T21:00', 276],
  ['week', 0, '2026-10-26T08:02', '2026-10-19T21:00', '2026-10-26T22:00', 338],
  ['week', 1, '2026-10-26T08:02', '2026-10-12T21:00', '2026-10-19T21:00', 336],
  ['month', 0, '2026-11-21T08:02', '2026-10-22T21:00', '2026-11-21T22:00', 30]
] as const)('%s, %i before %s, begins at %s', (name, back, now, from, until, count) => {
  expect(spanIn(name, back, now)).toEqual([`${from}:00.000Z`, `${until}:00.000Z`, count]);
});
