/** The size of an area in px. */
export interface Area {
  readonly width: number;
  readonly height: number;
}

/** How room tiles are laid out on the wall: rows of equal tiles at the top left, and several pages if needed. */
export interface WallGrid {
  readonly columns: number;
  readonly rows: number;
  /** The size of each tile. */
  readonly tile: Area;
  /** The number of rooms on each page but the last one. */
  readonly perPage: number;
  readonly pages: number;
}

/** The sizes of a tile at 1280 × 800, in px; they scale with the window. What stays free is one area at the end. */
const MIN_TILE: Area = { width: 200, height: 172 };
const MAX_TILE: Area = { width: 310, height: 230 };
/** Below this size in px the lamp and the texts do not fit: then a page has fewer tiles, not smaller ones. */
const MIN_TILE_ANYWHERE: Area = { width: 172, height: 134 };
/** The gap between tiles at 1280 × 800, in px. */
export const WALL_GAP = 10;

/** Returns how many places of at least this length fit, all in px: one at least. */
export const fitting = (length: number, least: number, gap: number): number =>
  Math.max(1, Math.floor((length + gap) / (least + gap)));

const sharing = (length: number, count: number, gap: number, most: number): number =>
  Math.min(most, Math.floor((length - gap * (count - 1)) / count));

/**
 * Returns the grid for a number of rooms, with as many tiles in a row as fit.
 * @param scale of the window's sizes, 1 at 1280 × 800
 */
export function wallGrid(area: Area, count: number, scale: number): WallGrid {
  const gap = WALL_GAP * scale;
  const least = (side: keyof Area) => Math.max(MIN_TILE[side] * scale, MIN_TILE_ANYWHERE[side]);
  const most = (side: keyof Area) => Math.max(MAX_TILE[side] * scale, MIN_TILE_ANYWHERE[side]);
  const fits = {
    columns: fitting(area.width, least('width'), gap),
    rows: fitting(area.height, least('height'), gap)
  };
  const columns = Math.max(1, Math.min(count, fits.columns));
  const rows = Math.max(1, Math.min(fits.rows, Math.ceil(count / columns)));
  return {
    columns,
    rows,
    tile: {
      width: sharing(area.width, columns, gap, most('width')),
      height: sharing(area.height, rows, gap, most('height'))
    },
    perPage: columns * rows,
    pages: Math.max(1, Math.ceil(count / (columns * rows)))
  };
}
