/** A measurement with its bounds; `of` describes it. Without bounds it is only reported. */
export interface Finding {
  readonly of: string;
  readonly found: number;
  readonly most?: number;
  readonly least?: number;
  readonly unit: string;
  /** What it was computed from. */
  readonly detail?: string;
}

/** A number of things that must not be there. */
export const none = (of: string, found: number): Finding => ({ of, found, most: 0, unit: '' });

/** A number or a duration that is only reported. */
export const reported = (of: string, found: number, unit = ''): Finding => ({ of, found, unit });

/** A measurement with its maximum. */
export const atMost = (most: number, of: string, found: number, unit: string): Finding => ({
  of,
  found,
  most,
  unit
});

/** The figure that this share (0 to 1) of all does not exceed; NaN without data. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/** The median; NaN without data. */
export const median = (figures: readonly number[]): number => percentile(figures, 0.5);

/** Whether a finding is within its bounds. NaN is not. */
export const isWithinBound = ({ found, most = Infinity, least = -Infinity }: Finding) =>
  found <= most && found >= least;

/** The findings as a table: description, value, bound and a mark for values out of bounds. */
export function tableOf(findings: readonly Finding[]): string {
  return findings.map(rowOf).join('\n');
}

function rowOf(finding: Finding): string {
  const { of, found, most, least, unit, detail } = finding;
  const bound = most === undefined ? least && `≥ ${short(least)}` : `≤ ${short(most)}`;
  const verdict = isWithinBound(finding) ? 'ok' : 'OUT OF BOUNDS';
  const words = [unit.padEnd(3), bound !== undefined && `${bound}: ${verdict}`, detail && `  ${detail}`];
  return `${of.padEnd(58)}${short(found).padStart(9)} ${words.filter(Boolean).join(' ')}`.trimEnd();
}

/** About three significant digits. */
export const short = (value: number) =>
  Number.isInteger(value) || Math.abs(value) >= 100 ? String(Math.round(value)) : value.toPrecision(3);

/** The message of a caught error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
