import { expect, test } from 'vitest';
import { givesWay, moved, placeAt } from '$lib/components/reorder';

test.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [9, 0, 'abcd']
])('an item that is dragged from %i to %i: %s', (from, to, order) => {
  expect(moved(['a', 'b', 'c', 'd'], { from, to }).join('')).toBe(order);
});

test('an item that is dragged moves past an item when it is dragged over half a row of it, and never beyond the list', () => {
  expect([25, 27, -27, 900, -900].map((dragged) => placeAt(1, dragged, 52, 4))).toEqual([1, 2, 0, 3, 0]);
});

test('an item that is dragged shifts the items between towards its origin', () => {
  const indexes = [0, 1, 2, 3];
  expect(indexes.map((index) => givesWay(index, { from: 0, to: 2 }))).toEqual([0, -1, -1, 0]);
  expect(indexes.map((index) => givesWay(index, { from: 3, to: 1 }))).toEqual([0, 1, 1, 0]);
  expect(indexes.map((index) => givesWay(index, { from: 1, to: 1 }))).toEqual([0, 0, 0, 0]);
});
