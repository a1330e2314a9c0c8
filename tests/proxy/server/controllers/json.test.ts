import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_DEPTH, MAX_MEMBERS, parseJson } from '../../../../proxy/server/controllers/json';

/** The result of JavaScript's own parser, for shallow UTF-8 text. */
function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const isJson = (bytes: Buffer) => parseJson(bytes) !== undefined;

it('isJson agrees with JSON.parse about any value and any damage to it', () => {
  const bytes = fc.string({ maxLength: 2, unit: 'binary' });
  const damaged = fc.tuple(fc.json({ maxDepth: 6 }), fc.nat(), bytes, fc.nat(2));
  fc.assert(
    fc.property(damaged, ([json, at, put, take]) => {
      const position = at % (json.length + 1);
      for (const text of [json, json.slice(0, position) + put + json.slice(position + take)]) {
        // Half a surrogate pair has no UTF-8 form; the wire has its replacement character.
        const bytes = Buffer.from(text);
        expect(isJson(bytes)).toBe(parses(bytes.toString()));
      }
    }),
    { numRuns: 2_000 }
  );
});

it('isJson accepts a value at the greatest depth and refuses one level more', () => {
  expect(isJson(Buffer.from(nested(MAX_DEPTH)))).toBe(true);
  expect(isJson(Buffer.from(nested(MAX_DEPTH + 1)))).toBe(false);
  expect(isJson(Buffer.from('{"a":'.repeat(MAX_DEPTH + 1) + '1' + '}'.repeat(MAX_DEPTH + 1)))).toBe(false);
});

it('isJson handles a hundred thousand levels', () => {
  expect(isJson(Buffer.from(nested(100_000)))).toBe(false);
  expect(isJson(Buffer.from('[{"a":'.repeat(100_000)))).toBe(false);
});

it('isJson accepts a list and an object with the maximum number of members and refuses one more', () => {
  const list = (length: number) => Buffer.from(JSON.stringify(Array.from({ length }, () => 0)));
  const object = (length: number) =>
    Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length }, (_, at) => [at, 0]))));
  for (const make of [list, object]) {
    expect(isJson(make(MAX_MEMBERS))).toBe(true);
    expect(isJson(make(MAX_MEMBERS + 1))).toBe(false);
  }
});

it('isJson ignores brackets in strings', () => {
  expect(isJson(Buffer.from(JSON.stringify({ a: '['.repeat(1_000), b: '\\"{{' })))).toBe(true);
});

it('isJson refuses text that is not UTF-8', () => {
  expect(isJson(Buffer.from([0x22, 0xff, 0x22]))).toBe(false);
  expect(isJson(Buffer.from([0x22, 0xc0, 0xaf, 0x22]))).toBe(false);
  expect(isJson(Buffer.from('{"a":1}', 'utf16le'))).toBe(false);
});

it('parseJson returns the value, or undefined', () => {
  expect(parseJson(Buffer.from('{"a":[1,null]}'))).toEqual({ a: [1, null] });
  expect(parseJson(Buffer.from('{"a":[1,null]'))).toBeUndefined();
  expect(parseJson(Buffer.from('{"__proto__":{"polluted":1}}'))).toEqual(
    JSON.parse('{"__proto__":{"polluted":1}}')
  );
});
