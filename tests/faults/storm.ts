/** Whether storms blow with all their might, as in the soak: `MANTEL_STORM=whole`. Otherwise they have a tenth of it. */
const isWhole = process.env['MANTEL_STORM'] === 'whole';

/** How many of something a storm has; the figure is that of the whole storm. */
export const ofStorm = (whole: number): number => (isWhole ? whole : Math.ceil(whole / 10));

/** What chance begins with, so that a storm can be had again: `MANTEL_SEED`, or always the same. */
export const SEED = Number(process.env['MANTEL_SEED'] ?? 20_240_611);
