import type { Page } from '@playwright/test';
import { signInByAddress } from './harness/controller';
import { expect } from './harness/test';

/** What a wall tablet shows while nobody uses it. */
export const screensaver = (page: Page) => page.getByRole('region', { name: 'Screensaver' });
/** A room's tile on the first page. */
export const room = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
/** A status with exactly this text. */
export const status = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

/** A time of the day of the tests. */
export const at = (hours: number, minutes = 0) => new Date(2026, 10, 22, hours, minutes);
export const MINUTE_MS = 60_000;

/** Opens the first page of a tablet that is in wall mode, at a time of day, and does not wait for its values. */
export async function hangOnWall(page: Page, time: Date, settings: object = {}): Promise<void> {
  await page.clock.install({ time });
  await page.addInitScript(
    (wall) => {
      if (localStorage.getItem('mantel.wall') === null) localStorage.setItem('mantel.wall', wall);
    },
    JSON.stringify({ isOn: true, ...settings })
  );
  await signInByAddress(page);
  await page.goto('/');
}

/** The same, and waits for its values. */
export async function openWall(page: Page, time: Date, settings: object = {}): Promise<void> {
  await hangOnWall(page, time, settings);
  await expect(status(page, 'Live')).toBeVisible();
}

/** Sizes of wall tablets, in px. */
export const WALL_SIZES = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 1024, height: 768 },
  { width: 1024, height: 600 },
  { width: 1920, height: 1080 }
];

const tabsOf = (page: Page) => page.getByRole('tab');

/** Opens each page of each tab of the wall in turn, and does something there. */
export async function onEachPage(page: Page, visit: (name: string) => Promise<void>): Promise<void> {
  const names = await tabsOf(page).allTextContents();
  expect(names.length, 'a page of all rooms, and one for each floor').toBeGreaterThan(3);
  const next = page.getByRole('button', { name: 'Next page' });
  for (const [index, name] of names.entries()) {
    await tabsOf(page).nth(index).click();
    await expect(tabsOf(page).nth(index)).toHaveAttribute('aria-selected', 'true');
    await visit(name);
    while ((await next.count()) > 0 && (await next.isEnabled())) {
      await next.click();
      await visit(`${name}, a further page`);
    }
  }
}
