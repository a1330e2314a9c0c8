import type { Failure } from '#shared/errors';
import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { rawErrorResponse } from './errors';

/** Answers a request that the HTTP parser could not read or did not get in time, and closes the connection. */
export function answerMalformed(error: Error & { readonly code?: string }, socket: Duplex) {
  // In the middle of another response, the client would take these bytes for a part of it.
  const answering: unknown = Reflect.get(socket, '_httpMessage');
  const isAmidAnswer = answering instanceof ServerResponse && answering.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || isAmidAnswer) {
    socket.destroy();
    return;
  }
  const { headers, body, ...refused } = rawErrorResponse(failureOf(error.code));
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : refused.status;
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
