import { expect, test } from 'vitest';
import { toColdness, toWhite } from '$lib/components/colour';

test.each([
  [{ warm: 200, cold: 0 }, 0],
  [{ warm: 200, cold: 100 }, 25],
  [{ warm: 200, cold: 200 }, 50],
  [{ warm: 50, cold: 200 }, 88],
  [{ warm: 0, cold: 7 }, 100],
  [{ warm: 0, cold: 0 }, 50]
])('%j is %i % cold', (white, coldness) => {
  expect(toColdness(white)).toBe(coldness);
});

test('every coldness is read back unchanged', () => {
  for (let coldness = 0; coldness <= 100; coldness += 1)
    expect(toColdness(toWhite(coldness, { warm: 255, cold: 0 }))).toBe(coldness);
});

test('from off, a white starts at full brightness', () => {
  expect(toWhite(50, { warm: 0, cold: 0 })).toEqual({ warm: 255, cold: 255 });
});
