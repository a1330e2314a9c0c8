import { expect, it } from 'vitest';
import { replacementOf } from '../../../src/features/people/account-words';
import { passwordLabel } from '../../../src/features/people/namesake';
import { ann, guest } from '../../lib/state/test-screen';

it.each([
  ['of the account', ann, 'Password of ann'],
  ['of the home, to a screen that does not know its account', guest, 'Password of the home'],
  ['of the home, without a session', null, 'Password of the home']
])('the field for a password says that it is that %s', (_, session, label) => {
  expect(passwordLabel(session)).toBe(label);
});

it.each([
  ['stands while the former account takes the home back', 1001, true],
  ['is over with that time, whatever a stored session says', 1000, false]
])('the replacement of an account %s', (_, until, stands) => {
  const accountReplaced = { by: 'Phone 3', until };
  expect(replacementOf({ ...ann, accountReplaced }, 1000)).toEqual(stands ? accountReplaced : undefined);
  expect(replacementOf(ann, 1000)).toBeUndefined();
});
