/** What is replaced, by the module. */
const EDITS = /** @type {const} */ ({
  '/svelte/src/internal/client/dom/hydration.js': [
    ['export let hydrating = false;', 'export const hydrating = false;'],
    ['\thydrating = value;\n', '']
  ],
  '/@sveltejs/kit/src/runtime/client/client.js': [['\t\tawait _hydrate(target, hydrate);\n', '']]
});

/**
 * Leaves out the code by which Svelte and Kit take over what a server rendered: no page of this app is rendered by a server. It is
 * 1.7 kB of the first screen after brotli. Svelte leaves it out by itself where nothing calls `hydrate`
 * (https://github.com/sveltejs/svelte/pull/10497), but Kit's entry names `hydrate` beside `mount`. This can go when Kit has an entry of
 * its own for `ssr = false`, as https://github.com/sveltejs/kit/pull/12050 considers.
 * @returns {import('vite').Plugin}
 */
export function noHydration() {
  return {
    name: 'no-hydration',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\/(hydration|client\/client)\.js$/ },
      handler: (code, id) => ({ code: withoutHydration(code, id), map: null })
    }
  };
}

/**
 * Leaves hydration out of a module.
 * @param {string} code
 * @param {string} id its path
 * @returns {string}
 * @throws where it is not written as expected
 */
export function withoutHydration(code, id) {
  const edits = Object.entries(EDITS).find(([path]) => id.endsWith(path))?.[1] ?? [];
  return edits.reduce((before, [from, to]) => {
    if (before.split(from).length !== 2)
      throw new Error(`${id} has no single "${from.trim()}": see no-hydration.mjs.`);
    return before.replace(from, to);
  }, code);
}
