/** The lowest, mean and highest value of one part of a span; null where nothing is known. */
export type Band = readonly [least: number, mean: number, most: number] | null;

/** One diagram of a chart. */
export interface Plot {
  /** What is shown, above a strip: a position, or a share of the time. It is filled from its foot. Others have none. */
  readonly label?: string;
  /** The values at its foot and at its top. They differ. */
  readonly range: readonly [least: number, most: number];
  /** The texts of the top and of the foot; one if they are the same. A strip has none. */
  readonly scale: readonly string[];
  /** All with the same number of bands. */
  readonly series: readonly { readonly label: string; readonly bands: readonly Band[] }[];
}

/** Returns the height of a value in a plot, 0 to 1. */
export const heightIn = (value: number, [least, most]: Plot['range']): number =>
  Math.min(1, Math.max(0, (value - least) / (most - least)));

/** Returns the range of values; one around them if they are all the same. */
export function rangeOf(values: readonly number[]): Plot['range'] {
  const least = Math.min(...values);
  const most = Math.max(...values);
  return most > least ? [least, most] : [least - 1, least + 1];
}

/**
 * Draws a series of equal parts as path data (`d`), in a box of 100 × 100 with the highest value at the top. `line`: the means; each holds
 * for its part, since a slanted line would show values that were not measured, and it ends where nothing is known. `spread`: from the
 * lowest to the highest value. `area`: between the foot and the mean. `known`: where anything is known.
 */
export function bandPaths(bands: readonly Band[], range: Plot['range']) {
  const x = (index: number) => round((index / bands.length) * 100);
  const y = (value: number) => round(100 - heightIn(value, range) * 100);
  const paths = { line: '', spread: '', area: '', known: '' };
  for (const [index, band] of bands.entries()) {
    if (band === null) continue;
    const least = y(band[0]);
    const mean = y(band[1]);
    const most = y(band[2]);
    const from = x(index);
    const until = x(index + 1);
    const box = (top = 0, foot = 100) => `M${from} ${top}H${until}V${foot}H${from}Z`;
    paths.line += `${bands[index - 1] ? 'V' : `M${from} `}${mean}H${until}`;
    paths.spread += box(most, least);
    paths.area += box(mean);
    paths.known += box();
  }
  return paths;
}

const DAY_MINUTES = 24 * 60;
/** The distances between marks, in minutes. */
const TICK_STEPS = [7 * DAY_MINUTES, DAY_MINUTES, DAY_MINUTES / 4];

/**
 * Returns the marks of a time axis: at 0, 6, 12 and 18 o'clock for a day, at each midnight for a week, and at every seventh for a
 * month. It uses the local time of day, also across a change of the clocks. Times are ms since the epoch; `textAt` is where the text of
 * a mark is: that of a day is in the middle of it.
 */
export function timeTicks(from: number, until: number): readonly { at: number; textAt: number }[] {
  const step = TICK_STEPS.find((minutes) => until - from >= 2 * minutes * 60_000);
  if (step === undefined) return [];
  const start = new Date(from);
  const timeOf = (minutes: number) =>
    new Date(start.getFullYear(), start.getMonth(), start.getDate(), 0, minutes).getTime();
  const ticks: { at: number; textAt: number }[] = [];
  // Of a month no date is at the edge, where it would be cut.
  for (let minutes = step > DAY_MINUTES ? 3 * DAY_MINUTES : 0; ; minutes += step) {
    const at = timeOf(minutes);
    // Also where there is no such date.
    if (!(at < until)) return ticks;
    if (at >= from) ticks.push({ at, textAt: step === DAY_MINUTES ? timeOf(minutes + step / 2) : at });
  }
}

const round = (value: number) => Math.round(value * 100) / 100;
