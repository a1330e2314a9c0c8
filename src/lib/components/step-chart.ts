/** A point of a curve. `at` is milliseconds since the epoch. */
export interface CurvePoint {
  readonly at: number;
  readonly value: number;
}

/** The paths of a curve, for SVG's `d`, in a box of 100 × 100 with the greatest value on top. */
export interface CurvePaths {
  readonly line: string;
  /** What lies under the line. */
  readonly area: string;
}

/**
 * A curve in steps, for each value holds until the next one was told: a slanted line would show values that nobody measured.
 * @param points oldest first, one at least
 * @param until where the last value ends, ms since the epoch
 */
export function stepPaths(points: readonly CurvePoint[], until: number): CurvePaths {
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const start = points[0]?.at ?? until;
  const x = (at: number) => round(((at - start) / Math.max(1, until - start)) * 100);
  const y = (value: number) => (most > least ? round(((most - value) / (most - least)) * 100) : 50);
  const steps = points.map(({ at, value }, index) =>
    index === 0 ? `M0 ${y(value)}` : `H${x(at)}V${y(value)}`
  );
  const line = `${steps.join('')}H100`;
  return { line, area: `${line}V100H0Z` };
}

const round = (value: number) => Math.round(value * 100) / 100;
