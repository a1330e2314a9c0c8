import { defineConfig } from '@playwright/test';
import { findChromium, launchArguments } from './.ci/chromium.mjs';

process.env['MANTEL_CHROMIUM'] ??= (await findChromium()).path;

/** The built program in a real browser. Nothing is tried twice: a test that fails now and then is a defect. */
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 5_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // A trace costs as much as the test itself: TRACE=1 asks for those of failures.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env['MANTEL_CHROMIUM'], args: launchArguments() }
  }
});
