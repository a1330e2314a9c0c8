import { median } from '../support/figures';

/** How a benchmark is run. */
export interface BenchOptions {
  readonly rounds: number;
  /** The folder of another build, which takes the place of the bare program. */
  readonly against: string | undefined;
}

/** The wanted ratio of our median to the yardstick's. */
export type Bounds = { readonly least: number } | { readonly most: number };

/** Measurements of the program and of a baseline, taken alternately. */
export interface Comparison {
  readonly of: string;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  readonly wanted?: Bounds;
}

/** Measures both once as a warm-up, then alternately for each round. */
export async function inTurn<T>(
  rounds: number,
  { ours, theirs }: { readonly ours: () => Promise<T>; readonly theirs: () => Promise<T> }
): Promise<{ readonly ours: readonly T[]; readonly theirs: readonly T[] }> {
  await ours();
  await theirs();
  const measured: { ours: T[]; theirs: T[] } = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round++) {
    measured.ours.push(await ours());
    measured.theirs.push(await theirs());
  }
  return measured;
}

const ratioOf = ({ ours, theirs }: Comparison) => median(ours) / median(theirs);

/** Whether the ratio misses its wanted bound. */
export function isMissed(comparison: Comparison): boolean {
  const { wanted } = comparison;
  if (!wanted) return false;
  const ratio = ratioOf(comparison);
  return 'least' in wanted ? ratio < wanted.least : ratio > wanted.most;
}

/** One line of the table: both medians with their ranges, and the ratio. */
export function lineOf(comparison: Comparison): string {
  const { of, unit, ours, theirs, wanted } = comparison;
  const ratio = ratioOf(comparison).toFixed(2);
  const line = `${of.padEnd(44)}${spread(ours)}${spread(theirs)}  ${ratio} × ${unit}`;
  if (!wanted) return line;
  const bound = 'least' in wanted ? `≥ ${wanted.least}` : `≤ ${wanted.most}`;
  return `${line} (wanted ${bound}: ${isMissed(comparison) ? 'MISSED' : 'ok'})`;
}

/** What the columns of the table are. */
export const legendOf = (
  against: string | undefined
) => `ours, yardstick: medians of the rounds for the program and for ${against === undefined ? 'a bare program that does the same' : `the build in ${against}`}
spread: lowest to highest round
×: ours divided by the yardstick, with the wanted ratio where there is one. Other load on this machine lowers it.`;

/** The header of the table. */
export const HEAD = `${''.padEnd(44)}${'ours'.padStart(12)}${'spread'.padStart(18)}${'yardstick'.padStart(12)}${'spread'.padStart(18)}`;

function spread(figures: readonly number[]): string {
  const range = `${short(Math.min(...figures))} to ${short(Math.max(...figures))}`;
  return short(median(figures)).padStart(12) + range.padStart(18);
}

/** About three significant digits. */
const short = (value: number) => (value >= 100 ? String(Math.round(value)) : value.toPrecision(3));
