import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { CancelSignal } from '../base/platform/abort';

/**
 * A signal that aborts when the client disconnects before it has the whole answer. Every forwarded request has one: an `AbortSignal` would be
 * a fifteenth of its work.
 */
export function abortOnDisconnect({ raw }: FastifyReply): CancelSignal {
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    addEventListener: (_type: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: 'abort', listener: () => void) => void listeners.delete(listener)
  };
  raw.on('close', () => {
    if (raw.writableFinished) return;
    signal.aborted = true;
    for (const listener of listeners) listener();
  });
  return signal;
}

/** Maximum number of buffered bytes of a long body. */
const SLICE_BYTES = 64 * 1024;

/** Splits a buffer into slices, without copies. */
function* slicesOf(body: Buffer): Generator<Buffer, undefined> {
  for (let from = 0; from < body.length; from += SLICE_BYTES) yield body.subarray(from, from + SLICE_BYTES);
  return undefined;
}

/**
 * Turns a long body into a stream of slices, so that a client that does not read occupies the memory of one slice only. Returns a
 * short body unchanged.
 */
export const inSlices = (body: Buffer): Buffer | Readable =>
  body.length <= SLICE_BYTES
    ? body
    : Readable.from(slicesOf(body), { objectMode: false, highWaterMark: SLICE_BYTES });
