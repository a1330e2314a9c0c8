import type { ErrorCode, Result } from '#shared/errors';
import { isCallFailure } from '../../controllers/failure';
import type { Attempt, AttemptOutcome } from './sign-in-limits';

/** A full controller tells which users it knows, so asking counts as much as guessing a password. */
const WRONG: ReadonlySet<string> = new Set<ErrorCode>(['wrong-credentials', 'household-full']);

/** Carries out an attempt and ends it, whatever becomes of it. */
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
