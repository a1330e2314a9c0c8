/** The size of an area in px. */
export interface Area {
  readonly width: number;
  readonly height: number;
}

/** How rooms are laid out on the wall's first page: tiles that fill their area, and several pages if needed. */
export interface WallGrid {
  readonly columns: number;
  readonly rows: number;
  /** The number of rooms on each page but the last one. */
  readonly perPage: number;
  readonly pages: number;
}

/** The least size of a tile in px, and the gap between tiles. */
export const MIN_TILE: Area = { width: 220, height: 150 };
const GAP = 10;

const fitting = (length: number, least: number): number =>
  Math.max(1, Math.floor((length + GAP) / (least + GAP)));

/** Returns how many tiles of a least size fit in an area. */
function capacityOf(area: Area): { readonly columns: number; readonly rows: number } {
  // Tiles grow with the screen, so that a large one shows larger tiles and not only more of them.
  const unit = Math.min(area.width / 100, area.height / 60);
  return {
    columns: fitting(area.width, Math.max(MIN_TILE.width, 20 * unit)),
    rows: fitting(area.height, Math.max(MIN_TILE.height, 15 * unit))
  };
}

/**
 * Returns the grid for a number of rooms: on as few pages as possible, and on each page the columns whose tiles are
 * nearest to a square, with few empty places.
 */
export function wallGrid(area: Area, count: number): WallGrid {
  const most = capacityOf(area);
  const pages = Math.max(1, Math.ceil(count / (most.columns * most.rows)));
  const perPage = Math.max(1, Math.ceil(count / pages));
  let best = { columns: most.columns, rows: most.rows, score: Infinity };
  for (let columns = 1; columns <= most.columns; columns += 1) {
    const rows = Math.ceil(perPage / columns);
    if (rows > most.rows) continue;
    const aspect = area.width / columns / (area.height / rows);
    const empty = (columns * rows - perPage) / perPage;
    const score = Math.abs(Math.log(aspect)) + empty;
    if (score < best.score) best = { columns, rows, score };
  }
  return { columns: best.columns, rows: best.rows, perPage, pages };
}
