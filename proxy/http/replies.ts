import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/** A signal that aborts when the client disconnects before it has the whole answer. */
export function abortOnDisconnect({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.on('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
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
