import { expect, test } from 'vitest';
import { Admission, knownPassword } from '../../../../../proxy/sources/served/auth/admission';
import { IssuedTokens } from '../../../../../proxy/sources/served/auth/tokens';
import { FakeClock } from '../../../../support/fake-clock';

const tokens = new IssuedTokens(new FakeClock(), 60_000);
const admission = new Admission(tokens, knownPassword('anna', 'pass:wörd'));
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

test('accepts Basic with a password that has a colon and non-ASCII characters', async () => {
  expect(await admission.refusalOf(basic('anna:pass:wörd'))).toBeUndefined();
});

test('accepts the scheme in any case', async () => {
  const { access } = tokens.issue();
  expect(await admission.refusalOf(`bearer ${access}`)).toBeUndefined();
  expect(await admission.refusalOf(basic('anna:pass:wörd').replace('Basic', 'BASIC'))).toBeUndefined();
});

test.each([
  ['no header', undefined, 'notSignedIn'],
  ['an empty one', '', 'notSignedIn'],
  ['another scheme', 'Digest abc', 'notSignedIn'],
  ['a scheme alone', 'Basic', 'notSignedIn'],
  ['more than credentials', `${basic('anna:pass:wörd')} x`, 'notSignedIn'],
  ['a prefix of the password', basic('anna:pass:wör'), 'wrongCredentials'],
  ['a suffix of the password', basic('anna:wörd'), 'wrongCredentials'],
  ['no password', basic('anna:'), 'wrongCredentials'],
  ['no colon', basic('anna'), 'wrongCredentials'],
  ['another user', basic('Anna:pass:wörd'), 'wrongCredentials'],
  ['an unknown token', 'Bearer abc', 'deadToken']
])('refuses %s', async (_what, header, refusal) => {
  expect(await admission.refusalOf(header)).toBe(refusal);
});

test('does not accept a token if only Basic is allowed', async () => {
  expect(await admission.basicRefusalOf(`Bearer ${tokens.issue().access}`)).toBe('notSignedIn');
});
