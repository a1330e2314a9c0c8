import { expect, test } from 'vitest';
import { hashOf } from '../../../../../proxy/server/household/cookies';
import { EndReasons } from '../../../../../proxy/server/household/screens/end-reasons';

test('a reason is found by the cookie of the screen that ended', () => {
  const reasons = new EndReasons();
  reasons.add(hashOf('one'), 'someone');
  reasons.add(hashOf('two'), 'expired');
  reasons.add(hashOf('three'), undefined);
  const found = ['one', 'two', 'three', undefined].map((cookie) => reasons.of(cookie));
  expect(found).toEqual(['someone', 'expired', undefined, undefined]);
});

test('the oldest reasons are forgotten, so that memory is limited', () => {
  const reasons = new EndReasons();
  for (let number = 0; number < 300; number += 1) reasons.add(hashOf(String(number)), 'someone');
  expect([reasons.of('0'), reasons.of('299')]).toEqual([undefined, 'someone']);
});
