import type { Environment } from 'vitest/runtime';

/**
 * Plain Node, but modules pass through Vite as for a browser, so that Svelte compiles rune classes
 * (`*.svelte.ts`) with live signals. Compiled for a server, `$effect` would do nothing and `$derived` would
 * not be cached.
 */
const setup = () => ({ teardown: () => undefined });
const clientInNode: Environment = { name: 'client-in-node', viteEnvironment: 'client', setup };

export default clientInNode;
