import { expect, it } from 'vitest';
import { pathOf } from '$lib/state/path-of';

it.each([
  ['', '/', '/'],
  ['', '/rooms/21', '/rooms/21'],
  ['/h/2', '/', '/h/2'],
  ['/h/2', '/settings#app', '/h/2/settings#app']
] as const)('makes the address of a page: base "%s" and path %s give %s', (base, path, address) => {
  expect(pathOf({ base }, path)).toBe(address);
});
