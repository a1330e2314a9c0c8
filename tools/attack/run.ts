import { isWithinBound, tableOf, type Finding } from '../support/figures';
import type { Attempt, AttackOptions } from './attempt';

/** Timeout of an attempt, in ms; ten times longer with --whole. */
const MAX_ATTEMPT_MS = 180_000;

/** The measurements of one attempt. */
export interface Outcome {
  readonly name: string;
  readonly findings: readonly Finding[];
}

/**
 * Runs the attempts in sequence and reports each one as it ends. An attempt that throws counts as out of
 * bounds.
 */
export async function attack(
  attempts: readonly (readonly [name: string, attempt: Attempt])[],
  { force, say }: { readonly force: AttackOptions; readonly say: (text: string) => void }
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, attempt] of attempts) {
    say(`\n${name}: ${attempt.about}`);
    const findings = await runAttempt(attempt, force);
    say(tableOf(findings));
    outcomes.push({ name, findings });
  }
  return outcomes;
}

async function runAttempt(attempt: Attempt, force: AttackOptions): Promise<readonly Finding[]> {
  const limitMs = force.isWhole ? 10 * MAX_ATTEMPT_MS : MAX_ATTEMPT_MS;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Timeout after ${limitMs / 1000} s.`)), limitMs);
  });
  try {
    return await Promise.race([attempt.run(force), tooLong]);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return [{ of: `The attempt failed: ${words.split('\n')[0] ?? ''}`, found: 1, most: 0, unit: '' }];
  } finally {
    clearTimeout(timer);
  }
}

/** The findings that are out of bounds, with their attempt's name. */
export const beyondOf = (outcomes: readonly Outcome[]): readonly Finding[] =>
  outcomes.flatMap(({ name, findings }) =>
    findings
      .filter((finding) => !isWithinBound(finding))
      .map((finding) => ({ ...finding, of: `${name}: ${finding.of}` }))
  );
