import { fail, succeed, type Result } from '#shared/errors';
import { readFile } from 'node:fs/promises';
import { reasonOf } from '../store/error-reason';

/** Minimum length of a token, in characters. */
const MIN_LENGTH = 16;

/** Reads the token for `/metrics` from the first line of a file. Fails with `bad-token` and a sentence for the owner. */
export async function readMetricsToken(
  file: string | undefined
): Promise<Result<string | undefined, 'bad-token'>> {
  if (file === undefined) return succeed(undefined);
  try {
    const [line = ''] = (await readFile(file, 'utf8')).split('\n');
    const token = line.trim();
    if (token.length >= MIN_LENGTH) return succeed(token);
    return fail('bad-token', `The token in ${file} has fewer than ${MIN_LENGTH} characters.`);
  } catch (error) {
    return fail('bad-token', `The token for the metrics cannot be read: ${reasonOf(error, file)}.`);
  }
}
