import type { Locator, Page } from '@playwright/test';
import { enterDemoHome } from './demo-home';
import { hold } from './harness/hold';
import { expect } from './harness/test';

/** The text of the stored record of the home page; null if there is none. */
export const stored = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('mantel.first-screen.'));
    return key === undefined ? null : localStorage.getItem(key);
  });

/** The home page while it shows the record. */
export const recorded = (page: Page): Locator => page.locator('#home[data-recorded]');

/** Opens the demo home and waits until its record is stored. */
export async function enterHomeWithRecord(page: Page): Promise<void> {
  await enterDemoHome(page);
  await expect.poll(() => stored(page)).toContain('Living room');
}

/** Opens the page of a path while the app's code does not come; returns a function that lets it come. */
export async function openWithoutApp(page: Page, path = '/'): Promise<() => void> {
  const start = await hold(page, /\/entry\/start\./);
  await page.goto(path, { waitUntil: 'commit' });
  return start;
}

/** Deletes the database of the page, with its session, which the app must not have opened. */
export const deleteDatabase = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('mantel');
        request.onsuccess = () => resolve();
        request.onerror = () => reject(new Error('not deleted'));
        request.onblocked = () => reject(new Error('blocked'));
      })
  );
