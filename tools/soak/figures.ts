/** What was found, and the most that it may be; `of` says what. Where there is no bound, it is only told. */
export interface Finding {
  readonly of: string;
  readonly found: number;
  readonly most?: number;
  readonly unit: string;
}

/** How often something took how long, up to a minute: the same size however much is counted. */
export class Durations {
  readonly #perMs: number;
  readonly #counts: Uint32Array;
  #count = 0;

  /** @param perMs how many parts of a ms are told apart */
  constructor(perMs = 1) {
    this.#perMs = perMs;
    this.#counts = new Uint32Array(60_000 * perMs + 1);
  }

  get count(): number {
    return this.#count;
  }

  add(ms: number): void {
    const place = Math.min(this.#counts.length - 1, Math.max(0, Math.round(ms * this.#perMs)));
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#count++;
  }

  /** So many ms are not exceeded by this share of all, from 0 to 1; 0 where nothing was counted. */
  percentile(share: number): number {
    let left = share * this.#count;
    for (const [place, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0 && count > 0) return place / this.#perMs;
    }
    return 0;
  }
}

/** The middle one of some figures; NaN where there are none. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Whether a finding keeps to its bound; what could not be measured does not. */
export const isKept = ({ found, most = Infinity }: Finding) => found <= most;

/** The findings as a table: what, how much, how much it may be, and a word for those that are beyond that. */
export function tableOf(findings: readonly Finding[]): string {
  return findings.map(rowOf).join('\n');
}

function rowOf(finding: Finding): string {
  const { of, found, most, unit } = finding;
  const figure = (value: number) => String(Math.round(value * 10) / 10).padStart(9);
  const told = `${of.padEnd(58)}${figure(found)}`;
  if (most === undefined) return `${told} ${unit}`.trimEnd();
  return `${told} of ${figure(most)} ${unit.padEnd(6)} ${isKept(finding) ? 'ok' : 'BEYOND ITS BOUND'}`;
}

/** What a run says at its end: that every bound was kept, or the findings that are beyond theirs. */
export const closingOf = (beyond: readonly Finding[]): string =>
  beyond.length === 0 ? '\nEvery bound was kept.' : `\nBeyond its bound:\n${tableOf(beyond)}`;
