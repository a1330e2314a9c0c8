import { expect, test } from 'vitest';
import { opensSearch } from '../../src/routes/search-keys';

const NO_KEYS = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, more: Partial<typeof NO_KEYS> = {}) => ({
  key,
  ...NO_KEYS,
  ...more,
  defaultPrevented: false,
  isComposing: false
});

test('Ctrl+K and ⌘K open the search anywhere, “/” only while nothing is typed', () => {
  expect(opensSearch(press('k', { ctrlKey: true }), true)).toBe(true);
  expect(opensSearch(press('K', { metaKey: true }), false)).toBe(true);
  expect(opensSearch(press('/'), false)).toBe(true);
  // A layout may need Shift for the slash.
  expect(opensSearch(press('/', { shiftKey: true }), false)).toBe(true);
  expect(opensSearch(press('/'), true)).toBe(false);
});

test('other keys, and keys that something else has handled, do not open the search', () => {
  expect(opensSearch(press('k'), false)).toBe(false);
  expect(opensSearch(press('k', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(opensSearch(press('/', { ctrlKey: true }), false)).toBe(false);
  expect(opensSearch({ ...press('/'), defaultPrevented: true }, false)).toBe(false);
});
