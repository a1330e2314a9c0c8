import { isUtf8 } from 'node:buffer';

/** Maximum depth of JSON. Real answers are flatter, and a value of 5,000 levels could not be stringified. */
export const MAX_DEPTH = 64;

/** Maximum number of members of a list or object. A home has at most 10,000 devices. Longer ones are not parsed. */
export const MAX_MEMBERS = 20_000;

/** Reads JSON from bytes; undefined if they are not valid: see `JsonBody`. (No JSON value is undefined.) */
export const parseJson = (bytes: Buffer): unknown => new JsonBody(bytes).value;

/**
 * Bytes that may be JSON. They are checked and parsed at most once, when that is first needed. Valid is one JSON value (RFC 8259) in UTF-8
 * with at most `MAX_DEPTH` levels and at most `MAX_MEMBERS` members in each list and object.
 */
export class JsonBody {
  readonly #bytes: Buffer;
  readonly #isKnown: boolean;
  #read: { readonly value: unknown } | null | undefined;

  /** @param isKnown whether the bytes are known to be valid */
  constructor(bytes: Buffer, isKnown = false) {
    this.#bytes = bytes;
    this.#isKnown = isKnown;
  }

  /** Whether the bytes are valid. */
  get isValid(): boolean {
    return this.#isKnown || this.#parsed !== null;
  }

  /** The parsed value; undefined if the bytes are not valid. */
  get value(): unknown {
    return this.#parsed?.value;
  }

  /** Whether the bytes contain a text. Returns false for most bodies without parsing them. */
  includes(text: string): boolean {
    return this.#bytes.includes(text);
  }

  get #parsed() {
    if (this.#read === undefined) this.#read = isBounded(this.#bytes) ? parse(this.#bytes) : null;
    return this.#read;
  }
}

function parse(bytes: Buffer): { readonly value: unknown } | null {
  try {
    return isUtf8(bytes) ? { value: JSON.parse(bytes.toString()) } : null;
  } catch {
    return null;
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
