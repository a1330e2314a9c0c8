/** Whether storms run at full length, as in the soak: `MANTEL_STORM=whole`. The default is a tenth of it. */
const isWhole = process.env['MANTEL_STORM'] === 'whole';

/** The number of items in a storm; the argument is that of the full storm. */
export const stormSize = (whole: number): number => (isWhole ? whole : Math.ceil(whole / 10));

/** The seed of a storm, to repeat it: `MANTEL_SEED`, or a fixed one. */
export const SEED = Number(process.env['MANTEL_SEED'] ?? 20_240_611);
