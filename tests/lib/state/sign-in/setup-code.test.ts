import { expect, it } from 'vitest';
import { readSetupCode, setupCodeHeaders } from '../../../../src/lib/state/sign-in/setup-code';

it('a setup code is read however it was typed', () => {
  expect(readSetupCode(' abcd-EFGH 2345 ')).toBe('abcdEFGH2345');
});

it.each(['', 'ABCDEFGH234', 'ABCDEFGH23456', 'АБВГДЕЖЗ2345', 'ABCDEFGH234\u0000'])(
  'what cannot be a setup code is none: %j',
  (text) => {
    expect(readSetupCode(text)).toBeNull();
  }
);

it('a setup code goes in a header of its own, and nothing without one', () => {
  expect([setupCodeHeaders('ABCDEFGH2345'), setupCodeHeaders(null)]).toEqual([
    { 'mantel-setup-code': 'ABCDEFGH2345' },
    {}
  ]);
});
