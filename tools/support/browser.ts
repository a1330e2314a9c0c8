import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright';
import { findChromium, launchOptions } from '../../.ci/chromium.mjs';
import type { Grant } from './join';

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
