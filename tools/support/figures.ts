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

/** A histogram of durations up to a minute, of constant size. */
export class Durations {
  readonly #perMs: number;
  readonly #counts: Uint32Array;
  #count = 0;

  /** @param perMs buckets per ms */
  constructor(perMs = 1) {
    this.#perMs = perMs;
    this.#counts = new Uint32Array(60_000 * perMs + 1);
  }

  get count(): number {
    return this.#count;
  }

  add(ms: number): void {
    const bucket = Math.min(this.#counts.length - 1, Math.max(0, Math.round(ms * this.#perMs)));
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#count++;
  }

  /** The duration in ms that this share (0 to 1) of all does not exceed; 0 without data. */
  percentile(share: number): number {
    let left = share * this.#count;
    for (const [bucket, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0 && count > 0) return bucket / this.#perMs;
    }
    return 0;
  }
}

/** The median; NaN without data. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

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
