import { defineConfig } from 'vitest/config';

/** The tests against a real Z-Wave JS server. Each file starts a server of its own, and mostly waits for it: all run at once. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  define: { __MANTEL_VERSION__: '"0.0.0-test"', __MANTEL_BUILT_AT__: '0' },
  test: {
    name: 'zwave-js',
    include: ['tests/zwave-js/*.test.ts'],
    env: { MANTEL_DISCOVERY_TARGETS: '127.255.255.255', MANTEL_MDNS: '0' },
    maxWorkers: 3,
    pool: 'threads',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000
  }
});
