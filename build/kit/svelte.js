/** The names of `svelte` that SvelteKit's client uses: see kit-imports.mjs. */
export { onMount, settled, tick, untrack } from 'svelte';
