import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test';

/** The folder for pictures of pages, each as `<page>-<width>-<theme>.png`: `PICTURES=<folder>`. Nothing compares them, so none are taken otherwise. */
const PICTURES = process.env['PICTURES'];

const PHONE = { width: 390, height: 844 };
/** The other sizes in which each page is pictured, in the light theme and, where it says so, in the dark one. */
const SIZES = [
  { width: 320, height: 568, isDarkToo: false },
  { width: 768, height: 1024, isDarkToo: false },
  { width: 1280, height: 800, isDarkToo: true },
  { width: 1920, height: 1080, isDarkToo: false }
];

/**
 * Axe's findings, all of its rules, one line each. Our pages have no frames: its older mode does without a second page for them. Axe is
 * large: a page that has it already is not given it again.
 */
async function findDefects(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const axe = isThere ? new AxeBuilder({ page, axeSource: ';' }) : new AxeBuilder({ page });
  const { violations } = await axe
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze();
  return violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${String(impact)}): ${nodes.map(({ target }) => target.join(' ')).join(', ')}`
  );
}

/** Keeps a picture of what a page shows now, where pictures are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, animations: 'disabled' });
}

/**
 * Looks at what a page shows now, in both themes: no rule of axe may be broken. What is found is said at the test's end, so that one
 * page does not hide the next.
 * @param isPage whether to take pictures in every width, or on a phone alone
 */
export async function look(page: Page, name: string, isPage: boolean): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect.soft(await findDefects(page), `${name}, ${theme}`).toEqual([]);
    await picture(page, `${name}-${PHONE.width}-${theme}`);
    for (const { width, height, isDarkToo } of isPage && PICTURES ? SIZES : []) {
      if (theme === 'dark' && !isDarkToo) continue;
      await page.setViewportSize({ width, height });
      await picture(page, `${name}-${width}-${theme}`);
    }
    await page.setViewportSize(PHONE);
  }
}
