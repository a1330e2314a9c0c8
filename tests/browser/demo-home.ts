import type { Page } from '@playwright/test';
import { DEMO_CONTROLLER_ID } from '../../src/shared/demo';
import { untilLive } from './harness/link-state';
import { signIn } from './harness/sign-in';
import { expect } from './harness/test';

/** Signs a page's browser in to the demo home, and loads no page. */
export async function signInToDemoHome(page: Page): Promise<string> {
  return signIn(page, { controller: DEMO_CONTROLLER_ID });
}

/** Signs in to the demo home and opens it. */
export async function enterDemoHome(page: Page): Promise<void> {
  await page.goto(await signInToDemoHome(page));
  await untilLive(page);
}

/** Signs in to the demo home like a user: two touches, because user and password are filled in. */
export async function enterDemoHomeByHand(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Demo home' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await untilLive(page);
}

/** Opens a room from the home, once the app's own page has taken the record's place. */
export async function openRoom(page: Page, name: string): Promise<void> {
  await expect(page.locator('#home[data-recorded]')).toHaveCount(0);
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Timeout for changes that the page may take up to twelve seconds to notice, as a lost connection. */
export const IN_ITS_TIME = { timeout: 60_000 };
