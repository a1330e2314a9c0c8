import { ERROR_STATUS, type Failure } from '#shared/errors';
import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { DATA_HEADERS } from './pages/headers';
import { refusalBody } from './refusal';

/** Answers what the HTTP parser could not read, or did not get in time, and hangs up: what follows on that connection means nothing. */
export function answerMalformed(error: Error & { readonly code?: string }, socket: Duplex) {
  // Amid another answer's bytes ours would be taken for a part of that.
  const answering: unknown = Reflect.get(socket, '_httpMessage');
  const isAmidAnswer = answering instanceof ServerResponse && answering.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || isAmidAnswer) {
    socket.destroy();
    return;
  }
  const failure = failureOf(error.code);
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : ERROR_STATUS[failure.code];
  const body = JSON.stringify(refusalBody(failure));
  const headers = Object.entries({
    ...DATA_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close'
  }).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...headers].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}

function failureOf(code: string | undefined): Failure {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'headers-too-large', message: 'The headers are too large.' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'bad-request', message: 'The request took too long to come.' };
  return { code: 'bad-request', message: 'This is no HTTP request.' };
}
