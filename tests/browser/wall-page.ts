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
