import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { launchArguments } from './.ci/chromium.mjs';

const alias = { $lib: fileURLToPath(new URL('src/lib', import.meta.url)) };
const define = { __MANTEL_VERSION__: '"0.0.0-test"', __MANTEL_BUILT_AT__: '0' };

/** No test reaches beyond loopback, whatever the caller's environment says. */
const env = { MANTEL_DISCOVERY_TARGETS: '127.255.255.255', MANTEL_MDNS: '0' };

const executablePath = process.env['MANTEL_CHROMIUM'];

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [svelte()],
        define,
        resolve: { alias },
        test: {
          name: 'node',
          environment: './tests/build/client-in-node.ts',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/components/**', 'tests/browser/**'],
          env
        }
      },
      {
        plugins: [svelte()],
        define,
        resolve: { alias },
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.ts'],
          env,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: launchArguments(),
                ...(executablePath === undefined ? {} : { executablePath })
              }
            }),
            instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }]
          }
        }
      }
    ]
  }
});
