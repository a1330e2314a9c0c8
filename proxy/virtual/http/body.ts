import type { IncomingMessage } from 'node:http';
import type { ErrorName } from '../errors';

/** The largest body that is taken, in bytes. */
const MAX_BODY_BYTES = 64 * 1024;
/** How much of a larger one is read and dropped, so that its sender hears the refusal; beyond that the connection is cut. */
const MAX_DROPPED_BYTES = 1024 * 1024;

/** A body's JSON, or why there is none. */
type Body =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ErrorName };

/** Reads a request's body as JSON, UTF-8; an empty one is undefined. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else if (size > MAX_DROPPED_BYTES) break;
    }
  } catch {
    // The sender broke off: nobody is there to hear it, but it is no mistake of ours.
    return { ok: false, error: 'badBody' };
  }
  return size > MAX_BODY_BYTES ? { ok: false, error: 'bodyTooLarge' } : parse(Buffer.concat(chunks));
}

function parse(bytes: Buffer): Body {
  if (bytes.length === 0) return { ok: true, value: undefined };
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return { ok: true, value };
  } catch {
    return { ok: false, error: 'badBody' };
  }
}
