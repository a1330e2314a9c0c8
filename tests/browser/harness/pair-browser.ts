import type { BrowserContext, Page } from '@playwright/test';
import { FULL_RIGHTS, type Rights } from '../../../src/shared/rights';
import type { Program } from '../../../tools/support/program';
import { untilLive } from './link-state';
import { proxyOf } from './proxy-calls';
import { expect } from './test';

/** Pairs another browser by a signed-in screen, with these rights. */
export async function pairBrowser(page: Page, next: Page, { url }: Program, rights: Rights): Promise<void> {
  const headers = { origin: url };
  const { address } = await proxyOf(page);
  const offer = await page.request.post(`${address}/pairing`, { headers, data: { rights } });
  const { code } = (await offer.json()) as { code: string };
  const answer = await next.request.post(`${url}/api/pair`, { headers, data: { code, screen: 'Guest' } });
  expect(answer.status()).toBe(200);
}

/** Pairs another browser by a signed-in screen, and opens the home there. Resolves with its page once that is live. */
export async function enterGuest(page: Page, browser: BrowserContext, home: Program, rights = FULL_RIGHTS) {
  const guest = await browser.newPage();
  await pairBrowser(page, guest, home, rights);
  await guest.goto(home.url);
  await untilLive(guest);
  return guest;
}
