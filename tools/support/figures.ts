/** A measurement with its maximum; `of` describes it. Without a maximum it is only reported. */
export interface Finding {
  readonly of: string;
  readonly found: number;
  readonly most?: number;
  readonly unit: string;
}

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

/** Whether a finding is within its bound. NaN is not. */
export const isWithinBound = ({ found, most = Infinity }: Finding) => found <= most;

/** The findings as a table: description, value, bound and a mark for values out of bounds. */
export function tableOf(findings: readonly Finding[]): string {
  return findings.map(rowOf).join('\n');
}

function rowOf(finding: Finding): string {
  const { of, found, most, unit } = finding;
  const figure = (value: number) => String(Math.round(value * 10) / 10).padStart(9);
  const line = `${of.padEnd(58)}${figure(found)}`;
  if (most === undefined) return `${line} ${unit}`.trimEnd();
  return `${line} of ${figure(most)} ${unit.padEnd(6)} ${isWithinBound(finding) ? 'ok' : 'OUT OF BOUNDS'}`;
}

/** The last lines of a run: a sentence if all values are within bounds, else a table of the others. */
export const closingOf = (beyond: readonly Finding[]): string =>
  beyond.length === 0 ? '\nAll values are within their bounds.' : `\nOut of bounds:\n${tableOf(beyond)}`;
