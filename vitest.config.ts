import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findChromium, launchOptions } from './.ci/chromium.mjs';

const alias = {
  $lib: fileURLToPath(new URL('src/lib', import.meta.url)),
  $features: fileURLToPath(new URL('src/features', import.meta.url))
};
const define = { __MANTEL_VERSION__: '"0.0.0-test"', __MANTEL_BUILT_AT__: '0' };

/** No test reaches beyond loopback, whatever the caller's environment says. */
const env = { MANTEL_DISCOVERY_TARGETS: '127.255.255.255', MANTEL_MDNS: '0' };

/** Milliseconds after which something hangs. How fast it is is judged elsewhere: machines are slow, and do other things as well. */
const HANGING_MS = 120_000;
const budgets = { testTimeout: HANGING_MS, hookTimeout: HANGING_MS, expect: { poll: { timeout: 15_000 } } };

/** Tests that wait for a minute and more: `npm run check:long` runs them. */
const LONG = process.env['MANTEL_TEST_LONG'] === '1' ? [] : ['**/*.long.test.ts'];

/** Files share a worker's modules: to evaluate them anew for each costs more than the tests. Nothing of ours is left in a module. */
const isolate = false;

/** Workers of the tests that wait for nothing: more of them only load the same modules more often. */
const LIB_WORKERS = 2;

/** Files that wait for more than half a minute and need little of a processor. They start first, and the others run meanwhile. */
const WAITING = ['run-documented-commands', 'identity-on-a-network', 'answers', 'scenarios', 'mutations'];

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const waits = ({ moduleId }: TestSpecification) =>
      WAITING.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    return (await super.sort(files)).sort((one, other) => Number(waits(other)) - Number(waits(one)));
  }
}

const executablePath = process.env['MANTEL_CHROMIUM'] ?? (await findChromium()).path;

export default defineConfig({
  test: {
    // Many tests wait for sockets more than for a processor: five at once even on two cores. Each worker loads all modules.
    maxWorkers: Math.max(5, availableParallelism() - 1),
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        define,
        resolve: { alias },
        test: {
          name: 'node',
          globalSetup: 'tests/support/built-program.ts',
          include: ['tests/{shared,proxy,tools,build,faults}/**/*.test.ts'],
          exclude: LONG,
          isolate,
          env,
          ...budgets
        }
      },
      {
        plugins: [svelte()],
        define,
        resolve: { alias },
        test: {
          name: 'lib',
          environment: './tests/lib/client-in-node.ts',
          include: ['tests/{lib,features,routes}/**/*.test.ts'],
          maxWorkers: LIB_WORKERS,
          // Vitest runs projects with other numbers of workers one after the other.
          sequence: { groupOrder: 1 },
          setupFiles: ['tests/lib/setup-i18n.ts'],
          isolate,
          env,
          ...budgets
        }
      },
      {
        plugins: [svelte()],
        define,
        resolve: { alias },
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.ts'],
          setupFiles: ['tests/components/setup-i18n.ts'],
          env,
          ...budgets,
          browser: {
            enabled: true,
            headless: true,
            connectTimeout: HANGING_MS,
            screenshotFailures: false,
            provider: playwright({ launchOptions: launchOptions(executablePath) }),
            instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }]
          }
        }
      }
    ]
  }
});
