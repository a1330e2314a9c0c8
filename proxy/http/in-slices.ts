import { Readable } from 'node:stream';

/** What of a long body is under way at a time, in bytes. */
export const SLICE_BYTES = 64 * 1024;

/** Parts of a buffer, without a copy of any. */
export function* slicesOf(body: Buffer): Generator<Buffer, undefined> {
  for (let from = 0; from < body.length; from += SLICE_BYTES) yield body.subarray(from, from + SLICE_BYTES);
  return undefined;
}

/**
 * A long body as it is sent: no faster than it is read, so that one who reads nothing holds no more than a slice of it. A short body stays
 * as it is.
 */
export const inSlices = (body: Buffer): Buffer | Readable =>
  body.length <= SLICE_BYTES
    ? body
    : Readable.from(slicesOf(body), { objectMode: false, highWaterMark: SLICE_BYTES });
