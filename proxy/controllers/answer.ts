import * as v from 'valibot';
import { succeed } from '#shared/errors';
import { failCall, type CallFailure, type CallResult } from './failure';
import { parseJson } from './json';
import { readRetryAfter } from './retry-after';

/** The head of an answer: all that is read of it. */
export interface Head {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  /** The length that the controller announced, in bytes. */
  readonly contentLength: number | undefined;
}

/** What came back, whatever it means. */
export interface Answer extends Head {
  /** The whole body; null where it was long and went to the request's sink, to its end. */
  readonly body: Buffer | null;
}

/** The body of every error (document 7) [D]. Of one that has its words the code is not missed. */
const errorSchema = v.object({ errorMessage: v.string(), errorCode: v.optional(v.unknown()) });

/** What an answer is judged by. */
export interface Judgement {
  readonly isCommand: boolean;
  /** ms since the epoch */
  readonly now: number;
  readonly isJson: (body: Buffer) => boolean;
}

/**
 * What an answer means: itself, if it is a success; a refusal in the controller's own words, its whole body as `detail`; or
 * nothing that a controller says. An error in an answer that calls itself a success is a refusal too; its code 0 is none.
 */
export function judge(answer: Answer, { isCommand, now, isJson }: Judgement): CallResult<Answer> {
  const { status, body } = answer;
  if (status === 429 || status === 503) return busy(answer, now);
  if (status >= 300 && status <= 399) return malformed('It wants to send us elsewhere.', status);
  if (body === null) return succeed(answer);
  if (status < 200 || status > 299) return refusal(body, status);
  if (body.length === 0 && (isCommand || status === 204)) return succeed(answer);
  if (!isJson(body)) return malformed('Its answer is no JSON.', status);
  const code = body.includes('"errorCode"') ? readError(body)?.errorCode : undefined;
  return typeof code === 'number' && code !== 0 ? refusal(body, status) : succeed(answer);
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
