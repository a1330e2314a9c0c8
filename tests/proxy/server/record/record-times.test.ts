import { expect, it } from 'vitest';
import { Timeline } from '../../../../proxy/server/record/record-times';

it.each([
  ['that ended when the next one began', 5_000, 5_000],
  ['whose clock was ahead', 9_000, 5_000],
  ['with a row from after its end', 5_000, 60_000]
])('rows of a start %s are before the next one, in the order of their places', (_, clock, at) => {
  const starts = [
    { id: 1, boot: 'a', uptime: 0, clock, last: 5_000 },
    { id: 2, boot: 'b', uptime: 0, clock: 10_000, last: 3_000 }
  ];
  const timeline = new Timeline(starts);
  const last = timeline.timeOf({ start: 1, at });
  expect(last).toBeLessThan(timeline.timeOf({ start: 2, at: 0 }));
  expect(timeline.placeOf(last)[0]).toBe(1);
});
