import type { IncomingMessage } from 'node:http';
import type { ErrorName } from '../errors';

/** Maximum size of a body, in bytes. */
const MAX_BODY_BYTES = 64 * 1024;
/** Up to this size, in bytes, a larger body is read and dropped, so that the client gets the error. Beyond it the connection is closed. */
const MAX_DROPPED_BYTES = 1024 * 1024;

/** The parsed JSON of a body, or an error. */
type Body =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ErrorName };

/** Reads the body of a request as JSON in UTF-8. An empty body is undefined. */
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
    // The client disconnected. It gets no answer, but this is not an internal error.
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
