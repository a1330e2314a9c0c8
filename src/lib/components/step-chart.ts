/** A point of a chart. `at` is milliseconds since the epoch. */
export interface CurvePoint {
  readonly at: number;
  readonly value: number;
}

/** The path data (`d`) of a chart, in a box of 100 × 100 with the highest value at the top. */
export interface CurvePaths {
  readonly line: string;
  /** The area below the line. */
  readonly area: string;
}

/**
 * Draws a step chart. Each value holds until the next one: a slanted line would show values that were not measured.
 * @param points oldest first, at least one
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
