import { expect, test } from 'vitest';
import type { ScreenEntry } from '#shared/household';
import { FULL_RIGHTS } from '#shared/rights';
import { screenNames } from '../../../src/features/screens/screen-names';

const screen = (id: string, name: string, at: number | null): ScreenEntry => ({
  ...{ id, name, lastSeen: 1, current: false, user: 'ann', locked: false, rights: FULL_RIGHTS },
  cameIn: at === null ? null : { how: 'password', at }
});

test('equal names get a number, by when they signed in, whatever the order of the list is', () => {
  const list = [
    screen('c', 'Phone', 30),
    screen('a', 'Phone', 10),
    screen('t', 'Tablet', 5),
    screen('b', 'Phone', 20)
  ];
  const expected = { a: 'Phone', b: 'Phone (2)', c: 'Phone (3)', t: 'Tablet' };
  expect(Object.fromEntries(screenNames(list))).toEqual(expected);
  expect(Object.fromEntries(screenNames(list.toReversed()))).toEqual(expected);
});

test('a screen of an older version is the first of its name', () => {
  const names = screenNames([screen('b', 'Phone', 20), screen('a', 'Phone', null)]);
  expect(Object.fromEntries(names)).toEqual({ a: 'Phone', b: 'Phone (2)' });
});
