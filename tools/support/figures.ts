import { setTimeout as sleep } from 'node:timers/promises';

/** A measurement with its maximum; `of` describes it. Without a maximum it is only reported. */
export interface Finding {
  readonly of: string;
  readonly found: number;
  readonly most?: number;
  readonly unit: string;
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

/** Whether a finding is within its bound. NaN is not. */
export const isWithinBound = ({ found, most = Infinity }: Finding) => found <= most;

/** The findings as a table: description, value, bound and a mark for values out of bounds. */
export function tableOf(findings: readonly Finding[]): string {
  return findings.map(rowOf).join('\n');
}

function rowOf(finding: Finding): string {
  const { of, found, most = Infinity, unit } = finding;
  const figure = (value: number) => String(Math.round(value * 10) / 10).padStart(9);
  const line = `${of.padEnd(58)}${figure(found)}`;
  if (most === Infinity) return `${line} ${unit}`.trimEnd();
  return `${line} of ${figure(most)} ${unit.padEnd(6)} ${isWithinBound(finding) ? 'ok' : 'OUT OF BOUNDS'}`;
}

/** A test by name. Resolves with what it found. */
export type NamedTest = readonly [name: string, run: () => Promise<readonly Finding[]>];

/**
 * Runs tests in sequence, and prints the findings of each as it ends. One that throws, or takes too long, counts as out of bounds.
 * @param limitMs timeout of a test
 * @returns the findings that are out of bounds, with the names of their tests
 */
export async function runAll(
  tests: readonly NamedTest[],
  print: (text: string) => void,
  limitMs?: number
): Promise<readonly Finding[]> {
  const beyond: Finding[] = [];
  for (const [name, run] of tests) {
    print(`\n${name}`);
    const findings = await within(run, limitMs).catch((error: unknown) => [
      none(`It failed: ${messageOf(error).split('\n')[0] ?? ''}`, 1)
    ]);
    print(tableOf(findings));
    for (const finding of findings)
      if (!isWithinBound(finding))
        beyond.push({ ...finding, of: `${name.split(':')[0] ?? ''}: ${finding.of}` });
  }
  print(
    beyond.length === 0 ? '\nAll values are within their bounds.' : `\nOut of bounds:\n${tableOf(beyond)}`
  );
  return beyond;
}

async function within<T>(run: () => Promise<T>, limitMs?: number): Promise<T> {
  if (limitMs === undefined) return run();
  const over = new AbortController();
  const tooLong = sleep(limitMs, undefined, over).then(() => {
    throw new Error(`Timeout after ${limitMs / 1000} s.`);
  });
  tooLong.catch(() => undefined);
  try {
    return await Promise.race([run(), tooLong]);
  } finally {
    over.abort();
  }
}

/** The message of a caught error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
