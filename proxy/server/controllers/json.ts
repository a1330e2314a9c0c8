import { isUtf8 } from 'node:buffer';

/** Maximum depth of JSON. Real answers are flatter, and a value of 5,000 levels could not be stringified. */
export const MAX_DEPTH = 64;

/** Maximum number of members of a list or object. A home has at most 10,000 devices. Longer ones are not parsed. */
export const MAX_MEMBERS = 20_000;

/**
 * Reads one JSON value (RFC 8259) from UTF-8 with at most `MAX_DEPTH` levels and at most `MAX_MEMBERS` members in each list and object;
 * undefined for any other bytes. (No JSON value is undefined.)
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isBounded(bytes) || !isUtf8(bytes)) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** The bit that sets `{` and `}` apart from `[` and `]`. */
const BRACE = 0x20;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** Whether JSON keeps the limits. It counts brackets and commas outside texts, so that nothing beyond the limits is parsed. */
function isBounded(bytes: Buffer): boolean {
  /** The commas so far of each list and object around the one that is open. */
  const outer: number[] = [];
  let commas = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      at++;
      while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    } else if (byte === COMMA) {
      if (++commas >= MAX_MEMBERS) return false;
    } else if ((byte & ~BRACE) === OPEN) {
      if (outer.push(commas) > MAX_DEPTH) return false;
      commas = 0;
    } else if ((byte & ~BRACE) === CLOSE) commas = outer.pop() ?? 0;
  }
  return true;
}
