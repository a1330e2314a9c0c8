import { expect, test } from 'vitest';
import type { ScreenEntry } from '#shared/household';
import { FULL_RIGHTS } from '#shared/rights';
import { screenNames } from '../../../src/features/people/screen-names';

const screen = (id: string, name: string, at: number): ScreenEntry => ({
  id,
  name,
  lastSeen: 1,
  current: false,
  locked: false,
  rights: FULL_RIGHTS,
  cameIn: { how: 'password', at }
});

test('equal names get a number, by when they signed in, whatever the order of the list is', () => {
  const phones = [screen('c', 'Phone', 30), screen('a', 'Phone', 10), screen('b', 'Phone', 20)];
  const list = [...phones, screen('t', 'Tablet', 5)];
  const expected = { a: 'Phone', b: 'Phone (2)', c: 'Phone (3)', t: 'Tablet' };
  expect(Object.fromEntries(screenNames(list))).toEqual(expected);
  expect(Object.fromEntries(screenNames(list.toReversed()))).toEqual(expected);
});
