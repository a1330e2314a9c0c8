import type { ErrorCode, Result } from '#shared/errors';
import { isCallFailure } from '../../controllers/failure';
import type { Attempt, AttemptOutcome } from './sign-in-limits';

/** `household-full` reveals which users are known, so it counts as a wrong password. */
const WRONG: ReadonlySet<string> = new Set<ErrorCode>(['wrong-credentials', 'household-full']);

/** Runs an attempt and ends it, also if it fails. */
export async function tryOnce<T>(attempt: Attempt, run: () => Promise<Result<T>>): Promise<Result<T>> {
  let outcome: AttemptOutcome = 'probe';
  try {
    const result = await run();
    if (result.ok) outcome = 'success';
    else if (WRONG.has(result.error.code)) outcome = 'wrong';
    else if (!isCallFailure(result.error)) outcome = 'nothing';
    return result;
  } finally {
    attempt.end(outcome);
  }
}
