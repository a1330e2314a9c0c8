import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { isWhole } from '../../faults/storm';
import { expect } from './test';

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
  // Only a rule that is off by default reads style sheets, so axe need not load them again.
  const { violations } = await axe
    .options({ resultTypes: ['violations'], preload: false, ...(rules && { runOnly: [...rules] }) })
    .setLegacyMode(true)
    .analyze();
  return violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${String(impact)}): ${nodes.map(({ target }) => target.join(' ')).join(', ')}`
  );
}

/**
 * The clipped texts whose letters a tall font would cut, as "text (selector)". Noto Sans reaches as far as system fonts do: the baseline is
 * 0.388 em below the middle of a line, and the letters go on 0.24 em below it.
 */
const findCutTexts = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      let box = text.parentElement ?? document.body;
      const { fontSize } = getComputedStyle(box);
      while (getComputedStyle(box).display.startsWith('inline') && box.parentElement) box = box.parentElement;
      const { lineHeight, overflowY, paddingBottom } = getComputedStyle(box);
      const isClipped = /hidden|clip/.test(overflowY) && box.clientHeight > parseFloat(fontSize);
      const below = parseFloat(lineHeight) / 2 + parseFloat(paddingBottom);
      if (text.nodeValue?.trim() && isClipped && below < 0.628 * parseFloat(fontSize))
        cut.push(`${text.nodeValue.trim()} (${box.localName}.${box.className})`);
    }
    return cut;
  });

/** The fields in which an iPhone zooms: their letters are smaller than 16 px. */
const findSmallFields = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'input:not([type=radio], [type=checkbox], [type=range], [type=file]), select, textarea'
      )
    ]
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
      .map(
        (field) => `${field.localName} ${field.closest('label')?.textContent ?? field.ariaLabel ?? field.id}`
      )
  );

let count = 0;

/**
 * Checks what a page shows now with all rules, in light and dark in turn; in a whole run in both themes, and a whole page
 * with more contrast, too. That each theme's colours differ enough is checked by tests/build/themes.test.ts.
 * Defects are reported at the end of the test, so that one page does not hide the next.
 * @param isPage whether it is a whole page
 * @param within a selector of the part to check, the whole page by default
 */
export async function checkView(page: Page, name: string, isPage: boolean, within?: string): Promise<void> {
  const check = async (appearance: Appearance) => {
    await page.emulateMedia(appearance.media);
    const scope = { rules: appearance.rules, ...(within !== undefined && { within }) };
    expect.soft(await findDefects(page, scope), `${name}, ${appearance.name}`).toEqual([]);
  };
  expect.soft(await findCutTexts(page), `${name}, letters that a tall font cuts`).toEqual([]);
  expect.soft(await findSmallFields(page), `${name}, fields below 16 px`).toEqual([]);
  const [first, second] = count++ % 2 === 0 ? [LIGHT, DARK] : [DARK, LIGHT];
  await check(first);
  if (!isWhole) return;
  await check({ ...second, rules: COLOUR_RULES });
  if (!isPage) return;
  await check(MORE_CONTRAST);
  await page.emulateMedia({ contrast: 'no-preference' });
}
