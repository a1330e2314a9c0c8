import type { Result } from '#shared/errors';
import type { Attempt } from './sign-in-limits';

/** Carries out an attempt and ends it, whatever becomes of it: only a wrong password counts. */
export async function tryOnce<T>(attempt: Attempt, run: () => Promise<Result<T>>): Promise<Result<T>> {
  let isWrongPassword = false;
  try {
    const result = await run();
    isWrongPassword = !result.ok && result.error.code === 'wrong-credentials';
    return result;
  } finally {
    attempt.end(isWrongPassword);
  }
}
