const EDITS = /** @type {const} */ ([
  ['export let hydrating = false;', 'export const hydrating = false;'],
  ['\thydrating = value;\n', '']
]);

/**
 * Leaves out the code by which Svelte takes over what a server rendered: no page of this app is rendered by a server. It is 1.3 kB of
 * the first screen after brotli. Svelte leaves it out by itself where nothing calls `hydrate`
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
      filter: { id: /\/svelte\/src\/internal\/client\/dom\/hydration\.js$/ },
      handler: (code) => ({ code: fixHydrating(code), map: null })
    }
  };
}

/**
 * Makes Svelte's flag that says whether it hydrates a constant.
 * @param {string} code the module with the flag
 * @returns {string}
 * @throws where the flag is not declared and set as expected
 */
export function fixHydrating(code) {
  return EDITS.reduce((before, [from, to]) => {
    if (before.split(from).length !== 2)
      throw new Error(`Svelte's hydration.js has no single "${from.trim()}": see no-hydration.mjs.`);
    return before.replace(from, to);
  }, code);
}
