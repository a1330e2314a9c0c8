import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium, launchOptions } from './.ci/chromium.mjs';

/** Each has a browser and a program of its own, and waits for both more than for a processor: four even on two cores. */
const MIN_WORKERS = 4;
const MAX_WORKERS = 6;

process.env['MANTEL_CHROMIUM'] ??= (await findChromium()).path;
const chromium = process.env['MANTEL_CHROMIUM'];
const options = launchOptions(chromium);

const args = [
  ...options.args,
  // The pages of a browser context share a process: spare ones cost a twentieth. The bench keeps them, like a user's browser.
  '--renderer-process-limit=1',
  // The name that a box has on its network. A browser of its own for the tests that use it would cost a worker, too.
  '--host-resolver-rules=MAP mantel.local 127.0.0.1'
];

/** The built program in a real browser. A failed test is tried once more; `npm test` names what passes only then. */
export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/browser',
  workers: Math.min(Math.max(availableParallelism(), MIN_WORKERS), MAX_WORKERS),
  retries: 1,
  forbidOnly: true,
  // For what hangs. How fast something is is judged elsewhere: machines are slow, and do other things as well.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // A trace costs as much as the test itself: TRACE=1 asks for those of failures.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...options, args }
  }
});
