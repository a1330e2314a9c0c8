import { expect, it } from 'vitest';
import { readSetupCode, setupCodeHeaders } from '../../../../src/lib/state/sign-in/setup-code';

it('a setup code is accepted in any spelling', () => {
  expect(readSetupCode(' abcd-EFGH 2345 ')).toBe('abcdEFGH2345');
});

it.each(['', 'ABCDEFGH234', 'ABCDEFGH23456', 'АБВГДЕЖЗ2345', 'ABCDEFGH234\u0000'])(
  '%j is not a setup code',
  (text) => {
    expect(readSetupCode(text)).toBeNull();
  }
);

it('a setup code is sent in its own header, which is missing without a code', () => {
  expect(setupCodeHeaders('ABCDEFGH2345')).toEqual({ 'mantel-setup-code': 'ABCDEFGH2345' });
  expect(setupCodeHeaders(null)).toEqual({});
});
