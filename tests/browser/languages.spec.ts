import type { Page } from '@playwright/test';
import { partOf } from '../faults/storm';
import { signInByAddress, test } from './harness/controller';
import { expect } from './harness/test';
import { goTo } from './harness/view';

test.describe.configure({ mode: 'parallel' });
test.use({ viewport: { width: 320, height: 568 }, isShared: true, locale: 'uk-UA' });

/** Pages, a sheet of each kind of control, and a dialog, by their addresses. */
const ADDRESSES = [
  '/',
  '/rooms/11',
  '/rooms/11/order',
  '/now/lights',
  '/now/shutters',
  '/now/attention',
  '/search',
  '/scenes/new?room=11',
  '/settings',
  '/settings/activity',
  '/devices/25',
  '/devices/26',
  '/devices/33',
  '/devices/24/look',
  '/connect',
  '/pair'
];

/** Elements that reach beyond the page's edge, and words of controls that are cut off; the names that users give may be. */
const findCutText = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth)
      for (const element of document.querySelectorAll<HTMLElement>('body *')) {
        const { right, width } = element.getBoundingClientRect();
        if (right > innerWidth + 1 && width > 0)
          found.push(`${element.localName}.${element.className} ends at ${Math.round(right)} px`);
      }
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, [role=radio], label, h1, h2, summary, a'
    ))
      for (const part of [element, ...element.querySelectorAll<HTMLElement>('*')]) {
        const { overflowX, textOverflow } = getComputedStyle(part);
        const isCut =
          !part.matches('.room-chips') && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1;
        if (isCut && overflowX !== 'visible' && textOverflow !== 'ellipsis')
          found.push(`${part.localName}.${part.className}: ${part.textContent.trim().slice(0, 40)}`);
      }
    return found;
  });

/** Opens the home and then every second page, and checks each for what is cut. */
async function expectNothingCut(page: Page, live: string, first: number): Promise<void> {
  await signInByAddress(page);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('status')).toHaveText(live);
  for (const address of partOf(ADDRESSES, 2, first))
    await test.step(address, async () => {
      await goTo(page, address);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect.soft(await findCutText(page), address).toEqual([]);
    });
}

test('with text at 200 % on 320 px no page scrolls sideways and no control’s words are cut', async ({
  page,
  controller
}) => {
  controller.setDevice(48, { params: { Tripped: true } });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
  await expectNothingCut(page, 'На зв’язку', 0);
});

/** A message whose texts are twice as long. */
const doubled = (message: unknown): unknown => {
  if (typeof message === 'string') return `${message} ${message}`;
  if (typeof message !== 'object' || message === null) return message;
  return Object.fromEntries(Object.entries(message).map(([form, text]) => [form, doubled(text)]));
};

/** Serves each catalogue in Ukrainian as one of a language whose texts are twice as long. Returns how many were served. */
async function doubleTexts(page: Page): Promise<() => number> {
  let served = 0;
  await page.route('**/_app/immutable/chunks/*.js', async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    // Other scripts have keys of texts too, and words in Ukrainian.
    if (!/['"](?:link\.live|settings\.theme)['"]:\s*[`'"][Ѐ-ӿ]/.test(code)) {
      await route.fulfill({ response, body: code });
      return;
    }
    const catalogue = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<
      string,
      unknown
    >;
    const exports = Object.entries(catalogue).map(
      ([name, messages], at) =>
        `const e${at} = ${JSON.stringify(doubled(messages))}; export { e${at} as ${name} };`
    );
    served++;
    await route.fulfill({ response, body: exports.join('\n') });
  });
  return () => served;
}

test.describe('a language whose texts are twice as long', () => {
  test.use({ serviceWorkers: 'block' });

  test('on 320 px no page scrolls sideways and no control’s words are cut', async ({ page }) => {
    const served = await doubleTexts(page);
    await expectNothingCut(page, 'На зв’язку На зв’язку', 1);
    expect(served()).toBeGreaterThan(1);
    // A page loads what it may need later, too.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
