import type { Page } from '@playwright/test';
import { Hand } from '../../support/hand';

/** A hand on a page: touches as the browser gets them from a screen, whatever mouse lies beside it. */
export async function handOnPage(page: Page): Promise<Hand> {
  const session = await page.context().newCDPSession(page);
  return new Hand({
    async touch(type, points) {
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
    },
    frame: () => page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
  });
}
