import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fixHydrating } from '../../build/no-hydration.mjs';

const source = readFileSync(
  new URL('../../node_modules/svelte/src/internal/client/dom/hydration.js', import.meta.url),
  'utf8'
);

it('makes the hydration flag of the installed Svelte a constant that nothing sets', () => {
  const fixed = fixHydrating(source);

  expect(fixed).toContain('export const hydrating = false;');
  expect(fixed).not.toMatch(/hydrating = (?!false;)/);
});

it('refuses a Svelte whose hydration flag is declared otherwise', () => {
  expect(() => fixHydrating('export var hydrating = false;')).toThrow('no-hydration.mjs');
});
