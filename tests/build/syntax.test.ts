import { expect, it } from 'vitest';
import { findNewSyntax } from '../../.ci/syntax.mjs';
import { wrapFirstValues } from '../../build/class-fields.mjs';

it.each([
  ['private fields and methods', 'class A { #a = 1; static #b; #c() { return #a in this; } }'],
  ['a lazy import and optional chaining', "const a = (await import('./b.js'))?.c ?? 1; export { a };"],
  ['a call in a method', 'class A { a() { return make(this); } }'],
  ['a lookahead assertion', 'export const a = /a(?=b)(?<name>c)/;']
])('findNewSyntax accepts %s', (_, code) => {
  expect(findNewSyntax(code)).toEqual([]);
});

it.each([
  ['a static block', 'class A { static { start(); } }', 'a static block: static { start(); }'],
  ['a lookbehind assertion', 'f(/(?<!a)b/);', 'a lookbehind assertion: /(?<!a)b/'],
  ['a static field called name', 'class A { static name = 1; }', 'a static field called name or length'],
  ['a field with a call', 'class A { a = make(1); }', 'a class field whose value has a parenthesis'],
  ['a regular expression with the v flag', 'f(/a/v);', 'Invalid regular expression flag'],
  ['what is no JavaScript at all', 'using a = b;', 'Unexpected token']
])('findNewSyntax finds %s', (_, code, found) => {
  expect(findNewSyntax(code)).toEqual([expect.stringContaining(found)]);
});

it('findNewSyntax finds nothing in a class whose fields the build has wrapped', () => {
  const code = 'class A { #a = make(1); b = class { c = make(2); }; d = () => make(this); }';
  expect(findNewSyntax(code)).not.toEqual([]);
  expect(findNewSyntax(wrapFirstValues(code))).toEqual([]);
});
