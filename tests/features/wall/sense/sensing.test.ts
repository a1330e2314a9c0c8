import { describe, expect, it } from 'vitest';
import { DelayMeter } from '../../../../src/features/wall/sense/delay-meter';
import { dimAt } from '../../../../src/features/wall/sense/dimming';

describe('the delay of motion', () => {
  /** A meter of reports that are so many ms late, by a controller whose clock is an hour ahead. */
  const measured = (...lates: readonly number[]) => {
    const meter = new DelayMeter();
    for (const [index, late] of lates.entries()) {
      const trip = 1_000 + index * 60;
      meter.add(trip * 1000 + late, trip + 3600);
    }
    return meter.delayMs;
  };

  it('is unknown before three reports', () => {
    expect(measured(0, 5000)).toBeUndefined();
  });

  it('is the longest one beyond the shortest, whatever the controller’s clock says', () => {
    expect(measured(300, 4800, 2100)).toBe(4500);
  });

  it('is not worth a word at a controller that reports at once', () => {
    expect(measured(150, 1100, 600, 240)).toBeUndefined();
  });

  it('is that of the last twenty reports', () => {
    expect(measured(9000, ...Array.from({ length: 20 }, () => 500))).toBeUndefined();
  });
});

it('the dimming by light is none without a sensor and in a bright room, most in the dark, and between them in between', () => {
  expect([undefined, 60, 1000].map(dimAt)).toEqual([0, 0, 0]);
  expect([0, 2].map(dimAt)).toEqual([0.6, 0.6]);
  expect(dimAt(10)).toBeGreaterThan(dimAt(30));
  expect(dimAt(10)).toBeLessThan(0.6);
});
