import { median } from '../soak/figures';

/** Measurements of the program and of a baseline, taken alternately. */
export interface Comparison {
  readonly of: string;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  /** The wanted ratio of our median to the baseline's, as a minimum or a maximum. */
  readonly wanted?: { readonly least: number } | { readonly most: number };
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

/** One line of the table: both medians with their ranges, and the ratio. */
export function lineOf({ of, unit, ours, theirs, wanted }: Comparison): string {
  const part = median(ours) / median(theirs);
  const line = `${of.padEnd(44)}${spread(ours)}${spread(theirs)}  ${part.toFixed(2)} × ${unit}`;
  if (!wanted) return line;
  const isMet = 'least' in wanted ? part >= wanted.least : part <= wanted.most;
  const bound = 'least' in wanted ? `≥ ${wanted.least}` : `≤ ${wanted.most}`;
  return `${line} (wanted ${bound}: ${isMet ? 'ok' : 'MISSED'})`;
}

/** The header of the table. */
export const HEAD = `${''.padEnd(44)}${'ours'.padStart(12)}${'spread'.padStart(18)}${'yardstick'.padStart(12)}${'spread'.padStart(18)}`;

function spread(figures: readonly number[]): string {
  const range = `${short(Math.min(...figures))} to ${short(Math.max(...figures))}`;
  return short(median(figures)).padStart(12) + range.padStart(18);
}

/** About three significant digits. */
const short = (value: number) => (value >= 100 ? String(Math.round(value)) : value.toPrecision(3));
