import { expect, it } from 'vitest';
import type { ScreenEntry } from '#shared/household';
import { FULL_RIGHTS } from '#shared/rights';
import { letInBy } from '../../../src/features/people/let-in';

const screen = (id: string, by?: string, current = false): ScreenEntry => ({
  id,
  name: id,
  lastSeen: 1,
  current,
  rights: FULL_RIGHTS,
  locked: false,
  cameIn: { how: 'pairing', at: 1, ...(by !== undefined && { by: { id: by, name: by } }) }
});

const idsBy = (screens: ScreenEntry[], id: string) => letInBy(screens, id).map((each) => each.id);

it('finds the screens that a screen paired, and those that they paired, in any order', () => {
  const screens = [screen('d', 'c'), screen('c', 'b'), screen('b', 'a'), screen('a'), screen('x', 'y')];
  expect(idsBy(screens, 'a').sort()).toEqual(['b', 'c', 'd']);
  expect(idsBy(screens, 'c')).toEqual(['d']);
  expect(idsBy(screens, 'x')).toEqual([]);
});

it('ends if screens paired each other, and leaves out the one that asks', () => {
  expect(idsBy([screen('a', 'b'), screen('b', 'a')], 'a')).toEqual(['b']);
  expect(idsBy([screen('a'), screen('b', 'a', true), screen('c', 'b')], 'a')).toEqual(['c']);
});
