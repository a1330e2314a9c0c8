import { setTimeout as sleep } from 'node:timers/promises';
import { median, short, type Finding } from '../../support/figures';
import { loadOfOthers } from '../../support/vitals';

/** The wanted ratio of our figures to the yardstick's. */
export type Bounds = Pick<Finding, 'least' | 'most'>;

/** Figures of the program and of a yardstick, measured in turn on the same machine: one of each for a round. */
export interface Rounds<T> {
  readonly ours: readonly T[];
  readonly theirs: readonly T[];
  /** How much of a core other programs used in each round. */
  readonly others: readonly number[];
}

/** Rounds begin once others have used less than this of a core for `CALM_SAMPLE_MS`, or after this time, in ms. */
const MAX_OTHERS = 0.2;
const CALM_SAMPLE_MS = 1_000;
const CALM_TIMEOUT_MS = 60_000;

/** Measures both once as a warm-up, then alternately for each round. The rounds begin while others use little of the machine. */
export async function inTurn<T>(
  rounds: number,
  { ours, theirs }: { readonly ours: () => Promise<T>; readonly theirs: () => Promise<T> }
): Promise<Rounds<T>> {
  await ours();
  await theirs();
  await untilCalm();
  const measured: { ours: T[]; theirs: T[]; others: number[] } = { ours: [], theirs: [], others: [] };
  for (let round = 0; round < rounds; round++) {
    const others = await loadOfOthers();
    measured.ours.push(await ours());
    measured.theirs.push(await theirs());
    measured.others.push(await others());
  }
  return measured;
}

/** Waits until others use little of the machine, or for `CALM_TIMEOUT_MS`. */
async function untilCalm(): Promise<void> {
  for (let waited = 0; waited < CALM_TIMEOUT_MS; waited += CALM_SAMPLE_MS) {
    const others = await loadOfOthers();
    await sleep(CALM_SAMPLE_MS);
    if ((await others()) < MAX_OTHERS) return;
  }
}

/** A comparison as a finding: the median of the rounds' ratios, with the spread of all that it was computed from. */
export function compare<T>(
  of: string,
  unit: string,
  { ours, theirs, others }: Rounds<T>,
  figure: (each: T) => number,
  bounds: Bounds = {}
): Finding {
  const us = ours.map(figure);
  const them = theirs.map(figure);
  const ratios = us.map((our, round) => our / (them[round] ?? NaN));
  return {
    of,
    found: median(ratios),
    unit: '×',
    ...bounds,
    detail: `${spread(ratios)}  ours ${spread(us)} ${unit}, yardstick ${spread(them)}; others used ${spread(others)} cores`
  };
}

/** The median, with the lowest and the highest. */
const spread = (figures: readonly number[]) =>
  `${short(median(figures))} [${short(Math.min(...figures))}–${short(Math.max(...figures))}]`;
