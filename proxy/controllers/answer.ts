import * as v from 'valibot';
import { succeed } from '#shared/errors';
import type { Answer } from './exchange';
import { failCall, type CallFailure, type CallResult } from './failure';
import { parseJson } from './json';
import { readRetryAfter } from './retry-after';

/** The body of every error (document 7) [D]. */
const errorSchema = v.object({ errorMessage: v.string(), errorCode: v.pipe(v.number(), v.integer()) });

/** What an answer is judged by. */
export interface Judgement {
  readonly isCommand: boolean;
  /** ms since the epoch */
  readonly now: number;
  readonly isJson: (body: Buffer) => boolean;
}

/**
 * What an answer means: itself, if it is a success; a refusal in the controller's own words, its whole body as `detail`; or
 * nothing that a controller says. An error body in an answer that calls itself a success is a refusal too.
 */
export function judge(answer: Answer, { isCommand, now, isJson }: Judgement): CallResult<Answer> {
  const { status, body } = answer;
  if (status === 429 || status === 503) return busy(answer, now);
  if (status >= 300 && status <= 399) return malformed('It wants to send us elsewhere.', status);
  if (body === null) return succeed(answer);
  if (status < 200 || status > 299) return refusal(body, status);
  if (body.length === 0 && (isCommand || status === 204)) return succeed(answer);
  if (!isJson(body)) return malformed('Its answer is no JSON.', status);
  const error = body.includes('"errorCode"') ? readError(body) : undefined;
  return error === undefined || error.errorCode === 0 ? succeed(answer) : refusal(body, status);
}

function readError(body: Buffer) {
  const error = v.safeParse(errorSchema, parseJson(body));
  return error.success ? error.output : undefined;
}

/** A 401 says enough by itself; of any other refusal the words are wanted. */
function refusal(body: Buffer, status: number): { readonly ok: false; readonly error: CallFailure } {
  const error = readError(body);
  if (error) return failCall('controller-refused', error.errorMessage, { status, detail: parseJson(body) });
  if (status === 401) return failCall('controller-refused', 'It wants a sign-in.', { status });
  return malformed(`It answers ${status} and does not say why.`, status);
}

const malformed = (message: string, status: number) => failCall('controller-malformed', message, { status });

function busy({ status, retryAfter }: Answer, now: number) {
  const retryAfterMs = readRetryAfter(retryAfter, now);
  return failCall('controller-busy', 'It asks to be left alone for a while.', {
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs })
  });
}
