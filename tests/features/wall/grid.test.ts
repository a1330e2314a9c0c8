import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { MIN_TILE, wallGrid, type Area } from '../../../src/features/wall/grid';

/** The places for rooms at the four sizes of a wall tablet, in px. */
const landscape: Area = { width: 948, height: 620 };
const small: Area = { width: 758, height: 610 };
const large: Area = { width: 1460, height: 840 };
const portrait: Area = { width: 768, height: 790 };

describe('the grid of rooms on the wall', () => {
  it.each([
    ['1280 × 800', landscape, 8, 4, 2],
    ['1280 × 800', landscape, 5, 3, 2],
    ['1280 × 800', landscape, 3, 3, 1],
    ['1024 × 768', small, 9, 3, 3],
    ['1920 × 1080', large, 8, 4, 2],
    ['800 × 1280', portrait, 12, 3, 4]
  ] as const)('at %s has for %o and %i rooms %i columns and %i rows', (_, area, count, columns, rows) => {
    expect(wallGrid(area, count)).toMatchObject({ columns, rows, pages: 1 });
  });

  it('spreads rooms that do not fit evenly over as few pages as possible', () => {
    const { columns, rows, perPage, pages } = wallGrid(landscape, 30);
    expect([pages, perPage]).toEqual([3, 10]);
    expect(columns * rows).toBeGreaterThanOrEqual(perPage);
  });

  it('never has tiles below the least size, and has a place for each room', () => {
    const area = fc.record({
      width: fc.integer({ min: 240, max: 2600 }),
      height: fc.integer({ min: 160, max: 1600 })
    });
    fc.assert(
      fc.property(area, fc.integer({ min: 0, max: 200 }), (size, count) => {
        const { columns, rows, perPage, pages } = wallGrid(size, count);
        expect(pages * perPage).toBeGreaterThanOrEqual(count);
        expect(columns * rows).toBeGreaterThanOrEqual(perPage);
        if (columns > 1) expect(size.width / columns).toBeGreaterThanOrEqual(MIN_TILE.width);
        if (rows > 1) expect(size.height / rows).toBeGreaterThanOrEqual(MIN_TILE.height);
      })
    );
  });

  it('has a grid before its place is measured', () => {
    expect(wallGrid({ width: 0, height: 0 }, 5)).toEqual({ columns: 1, rows: 1, perPage: 1, pages: 5 });
  });
});
