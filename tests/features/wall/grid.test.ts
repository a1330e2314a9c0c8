import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { wallGrid, type Area } from '../../../src/features/wall/grid';

/** The places for rooms on wall tablets, in px, with the scale of their sizes. */
const SIZES: Readonly<Record<string, readonly [Area, number]>> = {
  '1280 × 800': [{ width: 948, height: 628 }, 1],
  '1024 × 768': [{ width: 738, height: 596 }, 0.8],
  '1920 × 1080': [{ width: 1415, height: 848 }, 1.35],
  '800 × 1280': [{ width: 768, height: 786 }, 1],
  '800 × 480': [{ width: 585, height: 336 }, 0.6]
};

it.each([
  ['1280 × 800', 12, 4, 3, 1],
  ['1280 × 800', 4, 4, 1, 1],
  ['1280 × 800', 5, 4, 2, 1],
  ['1280 × 800', 2, 2, 1, 1],
  ['1280 × 800', 15, 4, 3, 2],
  ['1024 × 768', 9, 4, 3, 1],
  ['1920 × 1080', 12, 5, 3, 1],
  ['800 × 1280', 12, 3, 4, 1],
  ['800 × 480', 12, 3, 2, 2]
])(
  'the grid of rooms on the wall at %s has %i rooms in %i columns and %i rows on %i pages',
  (name, count, columns, rows, pages) => {
    const [area, scale] = SIZES[name] ?? [{ width: 0, height: 0 }, 1];
    expect(wallGrid(area, count, scale)).toMatchObject({ columns, rows, pages });
  }
);

it('the grid of rooms on the wall never has tiles larger than 310 × 230 or smaller than a lamp and its texts need, and a place for each room', () => {
  const area = fc.record({
    width: fc.integer({ min: 240, max: 2600 }),
    height: fc.integer({ min: 160, max: 1600 })
  });
  const scale = fc.double({ min: 0.6, max: 2, noNaN: true });
  fc.assert(
    fc.property(area, fc.integer({ min: 1, max: 200 }), scale, (size, count, by) => {
      const { columns, rows, tile, perPage, pages } = wallGrid(size, count, by);
      expect(pages * perPage).toBeGreaterThanOrEqual(count);
      expect(columns * tile.width).toBeLessThanOrEqual(size.width);
      expect(rows * tile.height).toBeLessThanOrEqual(size.height);
      expect(tile.width).toBeLessThanOrEqual(Math.max(310 * by, 172));
      expect(tile.height).toBeLessThanOrEqual(Math.max(230 * by, 134));
      if (columns > 1) expect(tile.width).toBeGreaterThanOrEqual(Math.floor(Math.max(200 * by, 172)));
      if (rows > 1) expect(tile.height).toBeGreaterThanOrEqual(Math.floor(Math.max(172 * by, 134)));
    })
  );
});
