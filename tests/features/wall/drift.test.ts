import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { DRIFT_INTERVAL_MS, placeAt } from '../../../src/features/wall/drift';

it('the drift of the screensaver lights no pixel in two steps in a row, and keeps the text on the screen', () => {
  const sizes = fc.record({
    screen: fc.record({
      width: fc.integer({ min: 320, max: 2600 }),
      height: fc.integer({ min: 320, max: 2600 })
    }),
    share: fc.record({
      width: fc.double({ min: 0, max: 0.5, noNaN: true }),
      height: fc.double({ min: 0, max: 0.5, noNaN: true })
    }),
    step: fc.nat(1_000_000_000)
  });
  fc.assert(
    fc.property(sizes, ({ screen, share, step }) => {
      const text = { width: screen.width * share.width, height: screen.height * share.height };
      const one = placeAt(step, screen, text);
      const next = placeAt(step + 1, screen, text);
      expect(
        Math.max(Math.abs(one.x - next.x) - text.width, Math.abs(one.y - next.y) - text.height)
      ).toBeGreaterThanOrEqual(-1e-6);
      for (const { x, y } of [one, next]) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x + text.width).toBeLessThanOrEqual(screen.width + 1e-6);
        expect(y + text.height).toBeLessThanOrEqual(screen.height + 1e-6);
      }
    })
  );
});

it('the drift of the screensaver moves more than once in 90 seconds', () => {
  expect(2 * DRIFT_INTERVAL_MS).toBeLessThanOrEqual(90_000);
});
