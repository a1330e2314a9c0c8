import { isUtf8 } from 'node:buffer';

/** No honest answer nests deeper; a value of 5,000 levels could not even be written out again. */
export const MAX_DEPTH = 64;

/** Whether these bytes are one JSON value in UTF-8 that nests at most `MAX_DEPTH` levels deep. */
export function isJson(bytes: Buffer): boolean {
  return parseJson(bytes) !== undefined;
}

/** Reads JSON from bytes; undefined where they are not UTF-8, not JSON, or nest too deep. (No JSON value is undefined.) */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes) || isTooDeep(bytes)) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return value;
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENERS = [0x5b, 0x7b];
const CLOSERS = [0x5d, 0x7d];

/** Looked at on the text, before a parser builds what cannot be walked any more. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let place = 0; place < bytes.length; place++) {
    const byte = bytes[place] ?? 0;
    if (byte === QUOTE) place = endOfText(bytes, place);
    else if (OPENERS.includes(byte) && ++depth > MAX_DEPTH) return true;
    else if (CLOSERS.includes(byte)) depth--;
  }
  return false;
}

/** Where the text that begins at `start` has its closing quote. */
function endOfText(bytes: Buffer, start: number): number {
  let place = start + 1;
  while (place < bytes.length && bytes[place] !== QUOTE) place += bytes[place] === BACKSLASH ? 2 : 1;
  return place;
}
