import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutUnused } from '../../build/unused-code.mjs';

const HYDRATION = 'svelte/src/internal/client/dom/hydration.js';
const LEGACY = 'svelte/src/legacy/legacy-client.js';
const CLIENT = '@sveltejs/kit/src/runtime/client/client.js';
const fixed = (path: string) => {
  const url = new URL(`../../node_modules/${path}`, import.meta.url);
  return withoutUnused(readFileSync(url, 'utf8'), url.pathname);
};

it('makes the hydration flag of the installed Svelte a constant that nothing sets', () => {
  expect(fixed(HYDRATION)).toContain('export const hydrating = false;');
  expect(fixed(HYDRATION)).not.toMatch(/hydrating = (?!false;)/);
});

it('leaves no call of hydration in the installed Kit and Svelte', () => {
  expect(fixed(CLIENT)).not.toMatch(/(?<!function )_hydrate\(/);
  expect(fixed(LEGACY)).not.toMatch(/\bhydrate\b(?!.* from )/);
});

it('leaves Kit all of Svelte that it uses', () => {
  const code = fixed(CLIENT);
  const [, names = ''] = /const svelte = \{([^}]*)\}/.exec(code) ?? [];
  const used = [...code.matchAll(/\bsvelte\.(\w+)(?=[?(),; ])/g)].map(([, name]) => name);
  const given = [...names.matchAll(/(\w+)[,:]/g)].map(([, name]) => name);
  // Forks of the state need an option that this app does not set.
  expect(
    used.filter((name) => !['dev', 'fork'].includes(name ?? '')).filter((name) => !given.includes(name))
  ).toEqual([]);
  expect(used).toContain('settled');
});

it.each([HYDRATION, LEGACY, CLIENT])('refuses a %s that is written otherwise', (path) => {
  expect(() => withoutUnused('export var hydrating = false;', `/${path}`)).toThrow('unused-code.mjs');
});
