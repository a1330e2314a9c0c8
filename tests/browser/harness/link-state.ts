import type { Locator, Page } from '@playwright/test';

/** The text with the state of the link. */
export function linkState(page: Page): Locator {
  return page.getByRole('banner').getByRole('status');
}

/**
 * Waits until a page shows that its home is live. Unlike an `expect` it does not describe the page after each look, which
 * loading pages take many of.
 */
export async function untilLive(page: Page): Promise<void> {
  await linkState(page)
    .filter({ hasText: /^\s*Live\s*$/ })
    .waitFor();
}
