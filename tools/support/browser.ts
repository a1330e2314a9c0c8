import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession
} from 'playwright';
import { findChromium, launchOptions } from '../../.ci/chromium.mjs';
import { median } from './figures';
import type { Grant } from './join';

const HEAP_READINGS = 3;

/** Starts a Chromium, by default that of the tests. */
export async function launchChromium(path?: string): Promise<Browser> {
  const executablePath = path ?? (await findChromium()).path;
  return chromium.launch(launchOptions(executablePath));
}

/** A browser context that is signed in at an origin. By default it is a phone. */
export async function signedInContext(
  browser: Browser,
  url: string,
  { cookie }: Grant,
  options: BrowserContextOptions = { viewport: { width: 390, height: 844 } }
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
  return context;
}

/** A performance metric of a page since its start; NaN if there is none. `TaskDuration` is in seconds. */
export async function metricOf(devtools: CDPSession, metric: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === metric)?.value ?? NaN;
}

/** Size of a page's JavaScript heap after garbage collections, in MB (10^6 bytes). */
export async function heapOf(devtools: CDPSession): Promise<number> {
  const readings: number[] = [];
  for (let reading = 0; reading < HEAP_READINGS; reading++) {
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    readings.push(usedSize / 1e6);
  }
  return median(readings);
}
