import { expect, it } from 'vitest';
import { lookOf } from '../../../../../proxy/server/household/leaving/same-name';

it.each([
  ['house', 'capitals'],
  [' House ', 'spaces'],
  ['Ho\u200buse', 'an invisible character'],
  ['Hоusе', 'Cyrillic letters'],
  ['Ηοuse', 'Greek letters'],
  ['Ｈｏｕｓｅ', 'wide letters'],
  ['H0use', 'a digit'],
  ['Hôusé', 'accents'],
  ['House.', 'a dot'],
  ['Hous\u0435\u0301', 'a combining mark']
])('“%s” looks like “House”: %s', (name) => {
  expect(lookOf(name)).toBe(lookOf('House'));
});

it.each([
  ['Modern', 'Modem'],
  ['Іван', 'Iвaн'],
  ['BILL', 'B1II']
])('“%s” looks like “%s”', (one, other) => {
  expect(lookOf(one)).toBe(lookOf(other));
});

it.each(['Houses', 'Home', 'Cottage', '', '🏠', '家'])('“%s” does not look like “House”', (name) => {
  expect(lookOf(name)).not.toBe(lookOf('House'));
});

it('names without a letter are told apart', () => {
  expect(new Set(['🏠', '🏡', '家', '家2'].map(lookOf)).size).toBe(4);
});
