import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutHydration } from '../../build/no-hydration.mjs';

const HYDRATION = 'svelte/src/internal/client/dom/hydration.js';
const CLIENT = '@sveltejs/kit/src/runtime/client/client.js';
const fixed = (path: string) => {
  const url = new URL(`../../node_modules/${path}`, import.meta.url);
  return withoutHydration(readFileSync(url, 'utf8'), url.pathname);
};

it('makes the hydration flag of the installed Svelte a constant that nothing sets', () => {
  expect(fixed(HYDRATION)).toContain('export const hydrating = false;');
  expect(fixed(HYDRATION)).not.toMatch(/hydrating = (?!false;)/);
});

it('leaves no call of the hydration of the installed Kit', () => {
  expect(fixed(CLIENT)).not.toMatch(/(?<!function )_hydrate\(/);
});

it.each([HYDRATION, CLIENT])('refuses a %s that is written otherwise', (path) => {
  expect(() => withoutHydration('export var hydrating = false;', `/${path}`)).toThrow('no-hydration.mjs');
});
