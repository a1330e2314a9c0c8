import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ERROR_STATUS } from '#shared/error-codes';
import { fail, type Failure } from '#shared/errors';
import { isRecord } from '#shared/home';
import type { Log } from '../base/platform/log';
import { API_HEADERS } from './headers';

/** The body of every error response. */
export const errorBody = ({ code, message, detail }: Failure) => ({
  error: detail === undefined ? { code, message } : { code, message, detail }
});

/** What a request fails with. `status` and `retryAfterMs`: what its controller answered, if it did. */
interface Refusal extends Failure {
  readonly status?: number;
  readonly retryAfterMs?: number;
}

/** Sends an error response, with a `Retry-After` header if there were too many attempts or the controller asks for a pause. */
export function refuse(reply: FastifyReply, failure: Refusal): FastifyReply {
  const { retryAfterMs = failure.code === 'too-many-attempts' && readRetryAfter(failure.detail) } = failure;
  if (typeof retryAfterMs === 'number') reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
  return reply.code(statusOf(failure)).send(errorBody(failure));
}

const readRetryAfter = (detail: unknown) => isRecord(detail) && detail['retryAfterMs'];

/** HTTP status for a refusal that came as a 2xx, or as a 401, which is never passed on: tokens belong to the proxy. */
const BAD_GATEWAY = 502;

/**
 * The status for the app: that of the controller, if it refuses or is busy. 401 would mean to the app that its own sign-in has ended,
 * and a status below 400 that the call was successful.
 */
function statusOf({ code, status = BAD_GATEWAY }: Refusal): number {
  if (code === 'controller-busy') return status === BAD_GATEWAY ? 503 : status;
  if (code !== 'controller-refused') return ERROR_STATUS[code];
  return status >= 400 && status !== 401 ? status : BAD_GATEWAY;
}

/** A failed attempt that may be repeated only after whole seconds. */
export function tooManyAttempts(why: string, waitMs: number) {
  const seconds = Math.ceil(waitMs / 1000);
  return fail('too-many-attempts', `${why}: try again in ${seconds} s.`, { retryAfterMs: seconds * 1000 });
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

/** Answers a request that the HTTP parser could not read or did not get in time, and closes the connection. */
export function answerMalformed(error: Error & { readonly code?: string }, socket: Duplex) {
  // In the middle of another response, the client would take these bytes for a part of it.
  const answering: unknown = Reflect.get(socket, '_httpMessage');
  const isAmidAnswer = answering instanceof ServerResponse && answering.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || isAmidAnswer) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  writeError(socket, failureOf(error.code), isLate ? 408 : undefined);
}

/** Writes an error response to a socket, and closes it. */
export function writeError(socket: Duplex, failure: Failure, status: number = ERROR_STATUS[failure.code]) {
  const { headers, body } = rawErrorResponse(failure);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}

function failureOf(code: string | undefined): Failure {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'headers-too-large', message: 'The headers are too large.' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'bad-request', message: 'The request did not arrive in time.' };
  return { code: 'bad-request', message: 'This is not an HTTP request.' };
}

/**
 * Wraps a listener that Node calls directly, for an event of a server or a socket. An exception there would end the process. It is
 * logged instead, and the connection is closed.
 * @param connectionOf returns the connection from the listener's arguments
 */
export function guarded<Arguments extends readonly unknown[]>(
  log: Pick<Log, 'error'>,
  connectionOf: (...event: Arguments) => { destroy(): unknown },
  listener: (...event: Arguments) => void
): (...event: Arguments) => void {
  return (...event) => {
    try {
      listener(...event);
    } catch (error) {
      log.error({ box: true, err: error }, 'Unhandled error in a connection.');
      connectionOf(...event).destroy();
    }
  };
}
