import { isKept, tableOf, type Finding } from '../soak/figures';
import type { Attempt, Force } from './attempt';

/** No attempt takes longer, in ms; --whole takes ten times as long. */
const MAX_ATTEMPT_MS = 180_000;

/** What came of one attempt. */
export interface Outcome {
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** Makes the attempts, one after the other, and tells of each as it ends. One that breaks down is beyond its bounds. */
export async function attack(
  attempts: readonly (readonly [name: string, attempt: Attempt])[],
  { force, say }: { readonly force: Force; readonly say: (text: string) => void }
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, attempt] of attempts) {
    say(`\n${name}: ${attempt.about}`);
    const findings = await make(attempt, force);
    say(tableOf(findings));
    outcomes.push({ name, findings });
  }
  return outcomes;
}

async function make(attempt: Attempt, force: Force): Promise<readonly Finding[]> {
  const limitMs = force.isWhole ? 10 * MAX_ATTEMPT_MS : MAX_ATTEMPT_MS;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It was not over after ${limitMs / 1000} s.`)), limitMs);
  });
  try {
    return await Promise.race([attempt.run(force), tooLong]);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return [{ of: `It broke down: ${words.split('\n')[0] ?? ''}`, found: 1, most: 0, unit: '' }];
  } finally {
    clearTimeout(timer);
  }
}

/** What is beyond its bound, with the attempt's name before it. */
export const beyondOf = (outcomes: readonly Outcome[]): readonly Finding[] =>
  outcomes.flatMap(({ name, findings }) =>
    findings
      .filter((finding) => !isKept(finding))
      .map((finding) => ({ ...finding, of: `${name}: ${finding.of}` }))
  );
