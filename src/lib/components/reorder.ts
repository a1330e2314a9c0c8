/** A move of a row, by indexes from 0. */
export interface Shift {
  readonly from: number;
  readonly to: number;
}

/** Returns a list with one item moved. */
export function moved<T>(items: readonly T[], { from, to }: Shift): readonly T[] {
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)];
}

/** Returns the new index of a row that was dragged this far. Lengths are in px. */
export function placeAt(from: number, dragged: number, rowHeight: number, count: number): number {
  const to = from + Math.round(dragged / rowHeight);
  return Math.min(count - 1, Math.max(0, to));
}

/** Returns how another row moves during a drag: 1 down, -1 up, 0 not at all. */
export function givesWay(index: number, { from, to }: Shift): -1 | 0 | 1 {
  if (index > from && index <= to) return -1;
  return index < from && index >= to ? 1 : 0;
}
