import * as v from 'valibot';
import { succeed } from '#shared/errors';
import { readText } from '#shared/read';
import { failCall, type CallFailure, type CallResult } from './failure';
import { JsonBody } from './json';

/** Maximum number of resources. With bodies of at most 64 KiB, that is at most 2 MiB. */
const MAX_RESOURCES = 32;

/**
 * Cache of the last plain body of each resource: valid JSON of a success that reports no failure. The same bytes are not checked again,
 * since resources are read much more often than they change. A resource is a path without its query, which differs for each poll.
 */
export class PlainBodyCache {
  readonly #maxLength: number;
  readonly #byResource = new Map<string, Buffer>();

  /** @param maxLength of a body that is remembered, in bytes */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Whether the last plain body of a path's resource was the same. */
  has(path: string, body: Buffer): boolean {
    return this.#byResource.get(resourceOf(path))?.equals(body) === true;
  }

  /** Remembers a plain body in place of the resource's last one. */
  add(path: string, body: Buffer) {
    const resource = resourceOf(path);
    this.#byResource.delete(resource);
    if (body.length > this.#maxLength) return;
    // A copy, since the body of a short answer is a slice of all that its connection received at once.
    this.#byResource.set(resource, Buffer.from(body));
    const [oldest] = this.#byResource.keys();
    if (this.#byResource.size > MAX_RESOURCES && oldest !== undefined) this.#byResource.delete(oldest);
  }
}

function resourceOf(path: string): string {
  const end = path.indexOf('?');
  return end === -1 ? path : path.slice(0, end);
}

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
  /** The body, already checked; null where it went to the request's sink. */
  readonly json: JsonBody | null;
}

/** The body of every error (document 7) [D]. The code may be missing. */
const errorSchema = v.object({ errorMessage: v.string(), errorCode: v.optional(v.unknown()) });

/** The body of a 2xx that reports a failure [O]. The message can be in one of several keys. */
const unsuccessfulSchema = v.object({
  success: v.literal(false),
  errorMessage: v.optional(v.unknown()),
  message: v.optional(v.unknown()),
  error: v.optional(v.unknown())
});

/** What the interpretation of an answer depends on. */
interface AnswerContext {
  readonly isCommand: boolean;
  /** Whether controllers may lack the call: then a 404 or a 501 with any body means that. */
  readonly isOptional?: boolean;
  /** ms since the epoch */
  readonly now: number;
  /** Bodies that need not be checked again, and the path whose answer this is. */
  readonly cache?: { readonly bodies: PlainBodyCache; readonly path: string };
}

/**
 * Interprets an answer: a success; a refusal in the controller's own words, with the whole body as `detail`; or a malformed answer. An
 * `errorCode` other than 0 in a 2xx is a refusal too, and so is `success: false`.
 */
export function interpretAnswer(
  answer: Answer,
  { isCommand, isOptional = false, now, cache }: AnswerContext
): CallResult<Success> {
  const { status, retryAfter, contentLength, body } = answer;
  if (status === 429 || status === 503) return busy(answer, now);
  if (status >= 300 && status <= 399) return malformed('It wants to send us elsewhere.', status);
  if (body === null) return succeed({ ...answer, json: null });
  const isPlain = cache?.bodies.has(cache.path, body);
  const json = new JsonBody(body, isPlain);
  if (status < 200 || status > 299) return refusal(json, status, isOptional);
  // Spelled out, because spreads take as long as all checks of a short answer.
  const success = { status, retryAfter, contentLength, body, json };
  if (isPlain || (body.length === 0 && (isCommand || status === 204))) return succeed(success);
  if (!json.isValid) return malformed('Its answer is no JSON.', status);
  if (json.includes('"success"') && v.is(unsuccessfulSchema, json.value)) return unsuccessful(json, status);
  const code = json.includes('"errorCode"') ? readError(json)?.errorCode : undefined;
  if (typeof code === 'number' && code !== 0) return refusal(json, status);
  cache?.bodies.add(cache.path, body);
  return succeed(success);
}

function unsuccessful({ value: detail }: JsonBody, status: number) {
  const { errorMessage, message, error } = v.parse(unsuccessfulSchema, detail);
  const words = [errorMessage, message, error]
    .map(readText)
    .find((text) => text !== undefined && text !== '');
  return failCall('controller-refused', words ?? 'It says that it was not successful.', { status, detail });
}

/** Whether a refusal is a 2xx whose body says that it was not successful [O]. */
export const isUnsuccessful = ({ code, status = 0, detail }: CallFailure): boolean =>
  code === 'controller-refused' && status >= 200 && status <= 299 && v.is(unsuccessfulSchema, detail);

function readError({ value }: JsonBody) {
  const error = v.safeParse(errorSchema, value);
  return error.success ? error.output : undefined;
}

/** A refusal needs a body that says why, except a 401. */
function refusal(
  json: JsonBody,
  status: number,
  isOptional = false
): { readonly ok: false; readonly error: CallFailure } {
  const error = readError(json);
  if (error) return failCall('controller-refused', error.errorMessage, { status, detail: json.value });
  if (status === 401) return failCall('controller-refused', 'It wants a sign-in.', { status });
  if (isOptional && (status === 404 || status === 501))
    return failCall('controller-refused', 'It does not have that.', { status });
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
