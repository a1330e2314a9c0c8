/** Whether storms run at full length, as in the soak, and matrices whole: `MANTEL_STORM=whole`. The default is a part. */
export const isWhole = process.env['MANTEL_STORM'] === 'whole';

/** The number of items in a storm; the argument is that of the full storm. */
export const stormSize = (whole: number): number => (isWhole ? whole : Math.ceil(whole / 10));

/**
 * The cases of a matrix whose cases are alike: each `n`-th of them, from `first` on. A whole run takes all. Two tests
 * that go through the same cases can take different ones.
 */
export const partOf = <Case>(cases: readonly Case[], n: number, first = 0): readonly Case[] =>
  isWhole ? cases : cases.filter((_, at) => at % n === first % n);

/** The seed of a storm, to repeat it: `MANTEL_SEED`, or a fixed one. */
export const SEED = Number(process.env['MANTEL_SEED'] ?? 20_240_611);
