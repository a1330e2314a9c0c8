import { isUtf8 } from 'node:buffer';

/** Maximum depth of JSON. Real answers are flatter, and a value of 5,000 levels could not be stringified. */
export const MAX_DEPTH = 64;

/** Maximum number of members of a list or object. A home has at most 10,000 devices. Longer ones are not parsed. */
export const MAX_MEMBERS = 20_000;

/**
 * Whether these bytes are one JSON value (RFC 8259) in UTF-8 with at most `MAX_DEPTH` levels and at most `MAX_MEMBERS` members in each list
 * and object. It only scans, in less than half the time of parsing: a forwarded answer has to be valid, but its value is not needed.
 */
export function isJson(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false;
  const end = skipValue(bytes, skipSpace(bytes, 0), 0);
  return end !== NOWHERE && skipSpace(bytes, end) === bytes.length;
}

/** Reads JSON from bytes; undefined if they are not what `isJson` asks for. (No JSON value is undefined.) */
export const parseJson = (bytes: Buffer): unknown => new JsonBody(bytes).value;

/** Bytes that may be JSON. They are checked at most once and parsed at most once, each when it is first needed. */
export class JsonBody {
  readonly #bytes: Buffer;
  #isValid: boolean | undefined;
  #value: unknown;
  #isParsed = false;

  /** @param isKnown whether the bytes are known to be what `isJson` asks for */
  constructor(bytes: Buffer, isKnown = false) {
    this.#bytes = bytes;
    if (isKnown) this.#isValid = true;
  }

  /** Whether the bytes are what `isJson` asks for. */
  get isValid(): boolean {
    return (this.#isValid ??= isJson(this.#bytes));
  }

  /** The parsed value; undefined if the bytes are not valid. */
  get value(): unknown {
    if (!this.#isParsed && this.isValid) this.#value = JSON.parse(this.#bytes.toString());
    this.#isParsed = true;
    return this.#value;
  }

  /** Whether the bytes contain a text. Returns false for most bodies without parsing them. */
  includes(text: string): boolean {
    return this.#bytes.includes(text);
  }
}

// Each `skip…` returns the index after what it skips, or `NOWHERE` if something else is there.
const NOWHERE = -1;

const code = (character: string) => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code('\\');
const COMMA = code(',');
const COLON = code(':');
const MINUS = code('-');
const ZERO = code('0');
const OPEN_OBJECT = code('{');
const CLOSE_OBJECT = code('}');
const OPEN_LIST = code('[');
const CLOSE_LIST = code(']');

/** A set of bytes as a lookup table: these loops run for every forwarded byte. */
function setOf(characters: string): Uint8Array {
  const set = new Uint8Array(256);
  for (const character of characters) set[code(character)] = 1;
  return set;
}
const SPACES = setOf(' \t\n\r');
const DIGITS = setOf('0123456789');
const HEX_DIGITS = setOf('0123456789abcdefABCDEF');
const ESCAPED = setOf('"\\/bfnrt');
const EXPONENT = setOf('eE');
const SIGNS = setOf('+-');
/** Characters that need no escape in a string: all but control characters, the quote and the backslash. */
const PLAIN = setOf('').fill(1, code(' '));
PLAIN[QUOTE] = PLAIN[BACKSLASH] = 0;

const has = (set: Uint8Array, bytes: Buffer, place: number) =>
  place < bytes.length && set[bytes[place] ?? 0] === 1;

function skipSpace(bytes: Buffer, start: number): number {
  let place = start;
  while (has(SPACES, bytes, place)) place++;
  return place;
}

function skipValue(bytes: Buffer, place: number, depth: number): number {
  switch (bytes[place]) {
    case QUOTE:
      return skipText(bytes, place);
    case OPEN_OBJECT:
      return depth < MAX_DEPTH ? skipObject(bytes, place, depth + 1) : NOWHERE;
    case OPEN_LIST:
      return depth < MAX_DEPTH ? skipList(bytes, place, depth + 1) : NOWHERE;
    case code('t'):
      return skipWord(bytes, place, 'true');
    case code('f'):
      return skipWord(bytes, place, 'false');
    case code('n'):
      return skipWord(bytes, place, 'null');
    default:
      return skipNumber(bytes, place);
  }
}

function skipObject(bytes: Buffer, start: number, depth: number): number {
  let place = skipSpace(bytes, start + 1);
  if (bytes[place] === CLOSE_OBJECT) return place + 1;
  for (let members = 1; members <= MAX_MEMBERS; members++) {
    place = bytes[place] === QUOTE ? skipText(bytes, place) : NOWHERE;
    if (place === NOWHERE) return NOWHERE;
    place = skipSpace(bytes, place);
    if (bytes[place] !== COLON) return NOWHERE;
    place = skipValue(bytes, skipSpace(bytes, place + 1), depth);
    if (place === NOWHERE) return NOWHERE;
    place = skipSpace(bytes, place);
    if (bytes[place] === CLOSE_OBJECT) return place + 1;
    if (bytes[place] !== COMMA) return NOWHERE;
    place = skipSpace(bytes, place + 1);
  }
  return NOWHERE;
}

function skipList(bytes: Buffer, start: number, depth: number): number {
  let place = skipSpace(bytes, start + 1);
  if (bytes[place] === CLOSE_LIST) return place + 1;
  for (let members = 1; members <= MAX_MEMBERS; members++) {
    place = skipValue(bytes, place, depth);
    if (place === NOWHERE) return NOWHERE;
    place = skipSpace(bytes, place);
    if (bytes[place] === CLOSE_LIST) return place + 1;
    if (bytes[place] !== COMMA) return NOWHERE;
    place = skipSpace(bytes, place + 1);
  }
  return NOWHERE;
}

function skipText(bytes: Buffer, start: number): number {
  let place = start + 1;
  for (;;) {
    while (has(PLAIN, bytes, place)) place++;
    if (bytes[place] === QUOTE) return place + 1;
    if (bytes[place] !== BACKSLASH) return NOWHERE;
    place = skipEscape(bytes, place + 1);
    if (place === NOWHERE) return NOWHERE;
  }
}

function skipEscape(bytes: Buffer, place: number): number {
  if (has(ESCAPED, bytes, place)) return place + 1;
  if (bytes[place] !== code('u')) return NOWHERE;
  for (let step = 1; step <= 4; step++) if (!has(HEX_DIGITS, bytes, place + step)) return NOWHERE;
  return place + 5;
}

function skipWord(bytes: Buffer, start: number, word: string): number {
  for (let step = 1; step < word.length; step++)
    if (bytes[start + step] !== word.charCodeAt(step)) return NOWHERE;
  return start + word.length;
}

function skipNumber(bytes: Buffer, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let place = bytes[first] === ZERO ? first + 1 : skipDigits(bytes, first);
  if (place !== NOWHERE && bytes[place] === code('.')) place = skipDigits(bytes, place + 1);
  if (place !== NOWHERE && has(EXPONENT, bytes, place))
    place = skipDigits(bytes, has(SIGNS, bytes, place + 1) ? place + 2 : place + 1);
  return place;
}

/** Skips at least one digit. */
function skipDigits(bytes: Buffer, start: number): number {
  let place = start;
  while (has(DIGITS, bytes, place)) place++;
  return place === start ? NOWHERE : place;
}
