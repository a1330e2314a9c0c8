/** A point of a chart. `at` is milliseconds since the epoch. Null from where there is no value. */
export interface CurvePoint {
  readonly at: number;
  readonly value: number | null;
}

/** The path data (`d`) of a chart, in a box of 100 × 100 with the highest value at the top. */
export interface CurvePaths {
  readonly line: string;
  /** The area below the line. */
  readonly area: string;
}

/** A mark of the time axis. */
export interface TimeTick {
  readonly at: number;
  /** Whether it is a whole hour. */
  readonly isHour: boolean;
}

/**
 * Draws a step chart. Each value holds until the next one: a slanted line would show values that were not measured. A line
 * ends where there is no value.
 * @param points oldest first, at least one
 * @param until where the last value ends, ms since the epoch
 */
export function stepPaths(points: readonly CurvePoint[], until: number): CurvePaths {
  const start = points[0]?.at ?? until;
  const x = (at: number) => round(shareOf(at, start, until) * 100);
  const height = heightIn(points);
  const y = (value: number) => round(100 - height(value) * 100);
  const lines: { readonly from: number; path: string }[] = [];
  for (const [index, { at, value }] of points.entries()) {
    if (value === null) continue;
    const before = points[index - 1]?.value == null ? undefined : lines.at(-1);
    const line = before ?? { from: x(at), path: `M${x(at)} ${y(value)}` };
    if (before) line.path += `V${y(value)}`;
    else lines.push(line);
    line.path += `H${x(points[index + 1]?.at ?? until)}`;
  }
  return {
    line: lines.map(({ path }) => path).join(''),
    area: lines.map(({ from, path }) => `${path}V100H${from}Z`).join('')
  };
}

/** Returns the height of a value in a chart, 0 to 1; 0.5 if all its values are the same. */
export function heightIn(points: readonly CurvePoint[]): (value: number) => number {
  const values = points.flatMap(({ value }) => value ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (value) => (most > least ? (value - least) / (most - least) : 0.5);
}

/** Returns the position of a time on the axis, 0 to 1. */
export const shareOf = (at: number, from: number, until: number): number =>
  Math.min(1, Math.max(0, (at - from) / Math.max(1, until - from)));

/**
 * Returns the points since a time. The value that held then starts there.
 * @param points oldest first
 */
export function pointsSince<Point extends CurvePoint>(
  points: readonly Point[],
  from: number
): readonly Point[] {
  const before = points.filter(({ at }) => at <= from).at(-1);
  const since = points.filter(({ at }) => at > from);
  return before ? [{ ...before, at: from }, ...since] : since;
}

/**
 * Returns the point that holds at a time; the first one before it.
 * @param points oldest first
 */
export const pointAt = <Point extends CurvePoint>(points: readonly Point[], at: number): Point | undefined =>
  points.filter((point) => point.at <= at).at(-1) ?? points[0];

const MINUTE_MS = 60_000;
/** The distances between marks, in minutes. */
const TICK_STEPS = [360, 180, 60, 15, 5];

/**
 * Returns the marks of a time axis: at 0, 6, 12 and 18 o'clock for a day, closer for less time. It uses the local time
 * of day, also across a change of the clocks.
 */
export function timeTicks(from: number, until: number): readonly TimeTick[] {
  const span = (until - from) / MINUTE_MS;
  const step = TICK_STEPS.find((minutes) => span >= 2 * minutes);
  if (step === undefined) return [];
  const start = new Date(from);
  const ticks: TimeTick[] = [];
  for (let minutes = 0; ; minutes += step) {
    const at = new Date(start.getFullYear(), start.getMonth(), start.getDate(), 0, minutes).getTime();
    // Also where there is no such date.
    if (!(at <= until)) return ticks;
    if (at >= from) ticks.push({ at, isHour: minutes % 60 === 0 });
  }
}

const round = (value: number) => Math.round(value * 100) / 100;
