import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { isWhole } from '../../faults/storm';
import { expect } from './test';

/**
 * The folder for pictures of pages, named `<page>-<width>-<theme>.png`: `PICTURES=<folder>`. No test compares
 * them, so without it none are taken.
 */
const PICTURES = process.env['PICTURES'];

const PHONE = { width: 390, height: 844 };
/** The other sizes of each page's pictures, in the light theme, and in the dark one if marked. */
const SIZES = [
  { width: 320, height: 568, isDarkToo: false },
  { width: 768, height: 1024, isDarkToo: false },
  { width: 1280, height: 800, isDarkToo: true },
  { width: 1920, height: 1080, isDarkToo: false }
];

/**
 * Axe's rules about colours. The themes and more contrast differ only in colours and edges
 * (tests/build/themes.test.ts), so all but the first are checked with these rules only.
 */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What a page is checked with: the settings of the browser, and axe's rules, undefined for all. */
interface Appearance {
  readonly name: string;
  readonly media: Parameters<Page['emulateMedia']>[0];
  readonly rules?: readonly string[];
}

const LIGHT = { name: 'light', media: { colorScheme: 'light' } } as const satisfies Appearance;
const DARK = { name: 'dark', media: { colorScheme: 'dark' } } as const satisfies Appearance;

const MORE_CONTRAST = { name: 'more contrast', media: { contrast: 'more' }, rules: COLOUR_RULES } as const;

/** `rules` are those of axe to go by, all of them unless named; `within` is a selector of the part to check, the whole page unless named. */
interface Scope {
  readonly rules?: readonly string[] | undefined;
  readonly within?: string;
}

/**
 * Axe's findings on what a page shows now, one line each. Our pages have no frames: its older mode does without a second page for them.
 * Axe is large: a page that has it already is not given it again.
 */
export async function findDefects(page: Page, { rules, within }: Scope = {}): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const axe = isThere ? new AxeBuilder({ page, axeSource: ';' }) : new AxeBuilder({ page });
  if (within !== undefined) axe.include(within);
  const { violations } = await axe
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) })
    .setLegacyMode(true)
    .analyze();
  return violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${String(impact)}): ${nodes.map(({ target }) => target.join(' ')).join(', ')}`
  );
}

/** Takes a picture of a page, if pictures are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, animations: 'disabled' });
}

let count = 0;

/**
 * Checks what a page shows now with all rules, in light and dark in turn; in a whole run in both themes, and a whole page
 * with more contrast, too. That each theme's colours differ enough is checked by tests/build/themes.test.ts.
 * Defects are reported at the end of the test, so that one page does not hide the next.
 * @param isPage whether it is a whole page: also decides whether to take pictures in all widths, or on a phone only
 */
export async function checkView(page: Page, name: string, isPage: boolean): Promise<void> {
  const [first, second] = count++ % 2 === 0 ? [LIGHT, DARK] : [DARK, LIGHT];
  await check(page, name, first);
  await takePictures(page, name, first.name, isPage);
  if (!isWhole && !PICTURES) return;
  await check(page, name, { ...second, rules: COLOUR_RULES });
  await takePictures(page, name, second.name, isPage);
  if (!isPage) return;
  await check(page, name, MORE_CONTRAST);
  await page.emulateMedia({ contrast: 'no-preference' });
}

async function check(page: Page, view: string, { name, media, rules }: Appearance): Promise<void> {
  await page.emulateMedia(media);
  expect.soft(await findDefects(page, { rules }), `${view}, ${name}`).toEqual([]);
}

async function takePictures(
  page: Page,
  name: string,
  theme: 'light' | 'dark',
  isPage: boolean
): Promise<void> {
  if (!PICTURES) return;
  await picture(page, `${name}-${PHONE.width}-${theme}`);
  for (const { width, height, isDarkToo } of isPage ? SIZES : []) {
    if (theme === 'dark' && !isDarkToo) continue;
    await page.setViewportSize({ width, height });
    await picture(page, `${name}-${width}-${theme}`);
  }
  await page.setViewportSize(PHONE);
}
