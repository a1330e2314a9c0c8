import type { Page } from '@playwright/test';

/** Holds back what is loaded from these URLs, or answered by earlier routes; returns a function that lets it come. */
export async function hold(page: Page, urls: string | RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(urls, async (route) => {
    await isReleased;
    await route.fallback();
  });
  return release;
}
