import { join } from 'node:path';
import { root } from './steps.mjs';

/** The imports of SvelteKit's client that are replaced: the importing module, its import, and the module of `build/kit/` instead. */
export const REPLACED = [
  { importer: /\/@sveltejs\/kit\/src\/runtime\/client\/client\.js$/, source: 'svelte', module: 'svelte.js' },
  { importer: /\/generated\/root\.js$/, source: 'svelte/legacy', module: 'root-class.svelte.js' }
];

/**
 * Replaces two imports of SvelteKit's client by modules that export only what it uses: 1.3 kB less on the first screen
 * after brotli. Its client imports all of `svelte` as a namespace, and renders its root component by `svelte/legacy`,
 * which hydrates and emulates Svelte 4. So the bundler keeps code that this app never runs. This can go when SvelteKit
 * imports names and mounts its root component itself.
 * @returns {import('vite').Plugin}
 */
export function kitImports() {
  /** @type {Set<string>} */
  const used = new Set();
  return {
    name: 'kit-imports',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    resolveId: {
      order: 'pre',
      filter: { id: /^svelte(\/legacy)?$/ },
      handler(source, importer = '') {
        const replaced = REPLACED.find((each) => each.source === source && each.importer.test(importer));
        if (!replaced) return null;
        used.add(source);
        return join(root, 'build/kit', replaced.module);
      }
    },
    buildEnd(error) {
      if (!error && used.size < REPLACED.length)
        throw new Error("SvelteKit's client has other imports than expected: see kit-imports.mjs.");
    }
  };
}
