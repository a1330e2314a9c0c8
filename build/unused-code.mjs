/**
 * What is replaced, by the module: Svelte's and Kit's taking over of what a server rendered, and Kit's import of all of Svelte
 * as one object, which keeps what no page uses.
 */
const EDITS = /** @type {Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>} */ ({
  '/svelte/src/internal/client/dom/hydration.js': [
    ['export let hydrating = false;', 'export const hydrating = false;'],
    ['\thydrating = value;\n', '']
  ],
  '/svelte/src/legacy/legacy-client.js': [['(options.hydrate ? hydrate : mount)(', 'mount(']],
  '/@sveltejs/kit/src/runtime/client/client.js': [
    ['\t\tawait _hydrate(target, hydrate);\n', ''],
    [
      "import * as svelte from 'svelte';",
      "import { onMount as onMounted, settled, tick as ticked, untrack as untracked } from 'svelte';\n" +
        'const svelte = { onMount: onMounted, settled, tick: ticked, untrack: untracked };'
    ]
  ]
});

/**
 * Leaves out code of Svelte and Kit that never runs in this app: no page is rendered by a server. It is 2.2 kB of the first
 * screen after brotli. Svelte leaves hydration out by itself where nothing calls `hydrate`
 * (https://github.com/sveltejs/svelte/pull/10497), but Kit's entry names `hydrate` beside `mount`. This can go when Kit has an entry of
 * its own for `ssr = false`, as https://github.com/sveltejs/kit/pull/12050 considers, and imports Svelte's functions by name.
 * @returns {import('vite').Plugin}
 */
export function unusedCode() {
  return {
    name: 'unused-code',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\/(hydration|legacy-client|client\/client)\.js$/ },
      handler: (code, id) => ({ code: withoutUnused(code, id), map: null })
    }
  };
}

/**
 * Leaves out of a module what never runs.
 * @param {string} code
 * @param {string} id its path
 * @returns {string}
 * @throws where it is not written as expected
 */
export function withoutUnused(code, id) {
  const edits = Object.entries(EDITS).find(([path]) => id.endsWith(path))?.[1] ?? [];
  return edits.reduce((before, [from, to]) => {
    if (before.split(from).length !== 2)
      throw new Error(`${id} has no single "${from.trim()}": see unused-code.mjs.`);
    return before.replace(from, to);
  }, code);
}
