import type { Page } from '@playwright/test';

/**
 * Gives the window of an open page another size, in px, and waits for the frame that is drawn in it. Before that frame
 * the page still has the arrangement of its last size. A clock of the test does not hold this frame back.
 */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new ResizeObserver((_, observer) => {
          observer.disconnect();
          resolve();
        }).observe(document.body);
      })
  );
}
