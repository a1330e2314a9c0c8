import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as replacement from '../../build/kit/svelte.js';

const client = readFileSync(
  new URL('../../node_modules/@sveltejs/kit/src/runtime/client/client.js', import.meta.url),
  'utf8'
);

/** Names that SvelteKit's client uses only behind a build flag that this app does not set. */
const BEHIND_FLAGS = ['fork'];

it("exports every name of Svelte that the installed SvelteKit's client uses", () => {
  expect(client).toContain("import * as svelte from 'svelte';");
  const destructured = /const \{ ([\w, ]+) \} = svelte;/.exec(client)?.[1]?.split(', ') ?? [];
  const members = [...client.matchAll(/\bsvelte\.(\w+)\b(?=[\s)?(&])/g)].map(([, name]) => name ?? '');
  const used = new Set([...destructured, ...members]);
  expect([...used].filter((name) => !BEHIND_FLAGS.includes(name)).toSorted()).toEqual(
    Object.keys(replacement).toSorted()
  );
});

it('SvelteKit forks only behind its flag', () => {
  expect(client.match(/svelte\.fork/g)).toHaveLength(2);
  expect(client).toContain('if (__SVELTEKIT_FORK_PRELOADS__ && svelte.fork) {');
});
