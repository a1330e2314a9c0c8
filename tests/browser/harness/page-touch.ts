import type { Page } from '@playwright/test';
import { TouchDriver } from '../../../tools/support/touch-driver';

/**
 * Creates a touch driver for a page. The browser receives its touches as from a touch screen, even if there
 * is a mouse.
 */
export async function touchDriverOf(page: Page): Promise<TouchDriver> {
  const session = await page.context().newCDPSession(page);
  return new TouchDriver({
    async touch(type, points) {
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
    },
    frame: () => page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
  });
}
