import type { Page } from '@playwright/test';
import { Hand } from '../../support/touch-driver';

/**
 * Creates a touch driver for a page. The browser receives its touches as from a touch screen, even if there
 * is a mouse.
 */
export async function handOnPage(page: Page): Promise<Hand> {
  const session = await page.context().newCDPSession(page);
  return new Hand({
    async touch(type, points) {
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
    },
    frame: () => page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
  });
}
