import { ERROR_STATUS, type Failure } from '#shared/errors';
import type { FastifyReply } from 'fastify';
import { API_HEADERS } from './headers';

/** The body of every error response. */
export const errorBody = ({ code, message, detail }: Failure) => ({
  error: detail === undefined ? { code, message } : { code, message, detail }
});

/** Sends an error response. `status` is needed if the code has no fixed status, such as an error of a controller. */
export function refuse(
  reply: FastifyReply,
  failure: Failure,
  status: number = ERROR_STATUS[failure.code]
): FastifyReply {
  return reply.code(status).send(errorBody(failure));
}

/** An error response that is written without the router. The connection is closed after it. */
export function rawErrorResponse(failure: Failure) {
  const body = JSON.stringify(errorBody(failure));
  const headers = {
    ...API_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close'
  };
  return { status: ERROR_STATUS[failure.code], headers, body };
}

/** A failed attempt that may be repeated only after `retryAfter` seconds. */
export type TooManyAttempts = Failure<'too-many-attempts'> & { readonly retryAfter: number };

/** Sends 429 with a `Retry-After` header. */
export const sendTooManyAttempts = (reply: FastifyReply, { retryAfter, ...failure }: TooManyAttempts) =>
  refuse(reply.header('retry-after', retryAfter), {
    ...failure,
    detail: { retryAfterMs: retryAfter * 1000 }
  });

/** Sends the error of an attempt, with a `Retry-After` header if there were too many. */
export const sendAttemptError = (reply: FastifyReply, failure: Failure | TooManyAttempts) =>
  'retryAfter' in failure ? sendTooManyAttempts(reply, failure) : refuse(reply, failure);
