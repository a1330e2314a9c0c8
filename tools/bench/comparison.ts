import { median } from '../soak/figures';

/** The same thing measured of us and of a yardstick, round by round, in turn. */
export interface Comparison {
  readonly of: string;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  /** Our part of theirs that is wanted, at least or at most. */
  readonly wanted?: { readonly least: number } | { readonly most: number };
}

/** Measures both once, for compilers to warm up, and then in turn, round by round. */
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

/** A line: our median and how far the rounds lay apart, theirs, and what part of theirs ours is. */
export function lineOf({ of, unit, ours, theirs, wanted }: Comparison): string {
  const part = median(ours) / median(theirs);
  const told = `${of.padEnd(44)}${spread(ours)}${spread(theirs)}  ${part.toFixed(2)} × ${unit}`;
  if (!wanted) return told;
  const isKept = 'least' in wanted ? part >= wanted.least : part <= wanted.most;
  const bound = 'least' in wanted ? `≥ ${wanted.least}` : `≤ ${wanted.most}`;
  return `${told} (wanted ${bound}: ${isKept ? 'ok' : 'SHORT OF IT'})`;
}

/** What stands above the lines. */
export const HEAD = `${''.padEnd(44)}${'ours'.padStart(12)}${'spread'.padStart(18)}${'yardstick'.padStart(12)}${'spread'.padStart(18)}`;

function spread(figures: readonly number[]): string {
  const range = `${short(Math.min(...figures))} to ${short(Math.max(...figures))}`;
  return short(median(figures)).padStart(12) + range.padStart(18);
}

/** Three figures or so. */
const short = (value: number) => (value >= 100 ? String(Math.round(value)) : value.toPrecision(3));
