import type { Page } from '@playwright/test';

/** Counts the touches of a page from its next load on. */
export async function countTouches(page: Page): Promise<() => number> {
  let touches = 0;
  await page.exposeBinding('countTouch', () => (touches += 1));
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => {
      const count: unknown = Reflect.get(globalThis, 'countTouch');
      if (typeof count === 'function') Reflect.apply(count, undefined, []);
    });
  });
  return () => touches;
}
