import type { Environment } from 'vitest/runtime';

/**
 * Plain Node, but modules pass through Vite as for a browser: Svelte then compiles rune classes (`*.svelte.ts`)
 * with live signals. Compiled as for a server, `$effect` would do nothing and `$derived` would never change.
 */
const clientInNode: Environment = {
  name: 'client-in-node',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined })
};

export default clientInNode;
