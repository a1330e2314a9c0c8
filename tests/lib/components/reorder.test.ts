import { describe, expect, test } from 'vitest';
import { givesWay, moved, placeAt } from '$lib/components/reorder';

describe('a row in another place', () => {
  test.each([
    [0, 2, 'bcad'],
    [3, 0, 'dabc'],
    [1, 1, 'abcd'],
    [9, 0, 'abcd']
  ])('from %i to %i: %s', (from, to, order) => {
    expect(moved(['a', 'b', 'c', 'd'], { from, to }).join('')).toBe(order);
  });

  test('is where half a row or more was dragged past, and never beyond the list', () => {
    expect([25, 27, -27, 900, -900].map((dragged) => placeAt(1, dragged, 52, 4))).toEqual([1, 2, 0, 3, 0]);
  });

  test('has those between give way, towards where it came from', () => {
    const indexes = [0, 1, 2, 3];
    expect(indexes.map((index) => givesWay(index, { from: 0, to: 2 }))).toEqual([0, -1, -1, 0]);
    expect(indexes.map((index) => givesWay(index, { from: 3, to: 1 }))).toEqual([0, 1, 1, 0]);
    expect(indexes.map((index) => givesWay(index, { from: 1, to: 1 }))).toEqual([0, 0, 0, 0]);
  });
});
