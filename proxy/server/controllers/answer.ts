import * as v from 'valibot';
import { succeed } from '#shared/errors';
import { readText } from '#shared/read';
import { failCall, type CallFailure, type CallResult, type FailedCall } from './failure';
import { parseJson } from './json';

/** The head of an answer, as far as it is used. */
export interface Head {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The length that the controller announced, in bytes. */
  readonly contentLength: number | undefined;
}

/** An answer that is not interpreted yet. */
export interface Answer extends Head {
  /** The whole body; null if it was long and went to the request's sink. */
  readonly body: Buffer | null;
}

/** A successful answer. */
export interface Success extends Answer {
  /** Parses the body; null if that is empty, or went to the request's sink. */
  readonly json: () => unknown;
}

/** The body of every error (document 7) [D]. The code may be missing. */
const errorSchema = v.object({ errorMessage: v.string(), errorCode: v.optional(v.unknown()) });

/** The body of a 2xx that reports a failure [O]. The message can be in one of several keys. */
const unsuccessfulSchema = v.object({
  success: v.literal(false),
  ...v.entriesFromList(['errorMessage', 'message', 'error'], v.optional(v.unknown()))
});

/** The calls that a controller may lack [O]: the poll, a device's actions and its history. */
const OPTIONAL = /^\/(?:poll|devices\/\d+\/(?:actions|parameter-history))(?:\?|$)/;

/** Maximum number of resources whose answers are remembered, and length of a body that is, in bytes: at most 2 MiB. */
const MAX_RESOURCES = 32;
const MAX_REMEMBERED = 64 * 1024;

/**
 * Interprets answers, and remembers the last success of each resource: the same bytes are not checked again, since resources are read
 * much more often than they change. Their JSON is parsed only where it is read.
 */
export class Interpreter {
  readonly #bodies = new Map<string, Buffer>();

  /** As `interpretAnswer`. */
  interpret(answer: Answer, request: InterpretedRequest, now: number): CallResult<Success> {
    const { status, retryAfter, contentLength, body } = answer;
    if (status === 200 && body !== null && this.#bodies.get(request.path)?.equals(body) === true)
      return succeed({ status, retryAfter, contentLength, body, json: () => parseJson(body) });
    const result = interpretAnswer(answer, request, now);
    if (result.ok && status === 200 && body !== null && body.length > 0) this.#remember(request.path, body);
    return result;
  }

  #remember(path: string, body: Buffer) {
    // The path of each poll differs.
    if (path.includes('?')) return;
    this.#bodies.delete(path);
    if (body.length > MAX_REMEMBERED) return;
    // A copy, since the body of a short answer is a slice of all that its connection received at once.
    this.#bodies.set(path, Buffer.from(body));
    const [oldest] = this.#bodies.keys();
    if (this.#bodies.size > MAX_RESOURCES && oldest !== undefined) this.#bodies.delete(oldest);
  }
}

/** What the interpretation of an answer depends on. */
interface InterpretedRequest {
  readonly method: string;
  readonly path: string;
  readonly isCommand?: boolean;
}

/**
 * Interprets the answer to a request: a success; a refusal in the controller's own words, with the whole body as `detail`; or a malformed
 * answer. An `errorCode` other than 0 in a 2xx is a refusal too, and so is `success: false`.
 * @param now ms since the epoch
 */
export function interpretAnswer(
  answer: Answer,
  { method, path, isCommand = false }: InterpretedRequest,
  now: number
): CallResult<Success> {
  const { status, body } = answer;
  if (status === 429 || status === 503) return busy(answer, now);
  if (status >= 300 && status <= 399) return malformed('It redirects to another address.', status);
  if (body === null) return succeed({ ...answer, json: () => null });
  const json = parseJson(body);
  if (status < 200 || status > 299) return refusal(json, status, method === 'GET' && OPTIONAL.test(path));
  if (body.length === 0 && (isCommand || status === 204)) return succeed({ ...answer, json: () => null });
  if (json === undefined) return malformed('Its answer is not JSON.', status);
  if (v.is(unsuccessfulSchema, json)) return unsuccessful(json, status);
  const code = readError(json)?.errorCode;
  return typeof code === 'number' && code !== 0
    ? refusal(json, status)
    : succeed({ ...answer, json: () => json });
}

/** The JSON of a successful answer; null for an empty one. */
export const jsonOf = (answer: CallResult<Success>): CallResult<unknown> =>
  answer.ok ? succeed(answer.value.json()) : answer;

function unsuccessful(detail: v.InferOutput<typeof unsuccessfulSchema>, status: number) {
  const { errorMessage, message, error } = detail;
  const words = [errorMessage, message, error].map(readText).find(Boolean);
  return failCall('controller-refused', words ?? 'It says that it was not successful.', { status, detail });
}

/** Whether a refusal is a 2xx whose body says that it was not successful [O]. */
export const isUnsuccessful = ({ code, status = 0, detail }: CallFailure): boolean =>
  code === 'controller-refused' && status >= 200 && status <= 299 && v.is(unsuccessfulSchema, detail);

function readError(json: unknown) {
  const error = v.safeParse(errorSchema, json);
  return error.success ? error.output : undefined;
}

/** A refusal needs a body that says why, except a 401. */
function refusal(json: unknown, status: number, isOptional = false): FailedCall {
  const error = readError(json);
  if (error) return failCall('controller-refused', error.errorMessage, { status, detail: json });
  if (status === 401) return failCall('controller-refused', 'It needs a sign-in.', { status });
  if (isOptional && (status === 404 || status === 501))
    return failCall('controller-refused', 'It does not have that.', { status });
  return malformed(`It answers ${status} without a reason.`, status);
}

const malformed = (message: string, status: number) => failCall('controller-malformed', message, { status });

function busy({ status, retryAfter }: Answer, now: number) {
  const retryAfterMs = readRetryAfter(retryAfter, now);
  return failCall('controller-busy', 'It is busy.', {
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs })
  });
}

/** Maximum pause that a controller can ask for, in ms. */
const MAX_RETRY_AFTER_MS = 300_000;

/**
 * Reads `Retry-After` (RFC 9110 §10.2.3): seconds, or a date. Garbage counts as absent, a date in the past as now.
 * @param now ms since the epoch
 * @returns ms, at most `MAX_RETRY_AFTER_MS`
 */
function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : isDate(text) ? Date.parse(text) - now : NaN;
  return Number.isNaN(ms) ? undefined : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms));
}

/** An HTTP date names its day and ends in GMT. `Date.parse` alone accepts "7 apples". */
const isDate = (text: string) => /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun).* GMT$/.test(text);
