import { partOf } from '../faults/storm';
import { openRoom } from './demo-home';
import { seeAlarm } from './harness/alarm';
import { openHomeByAddress, signInByAddress, test } from './harness/controller';
import { resize } from './harness/resize';
import { expect } from './harness/test';
import { COLOUR_RULES, findDefects } from './harness/view-checks';
import { PAGES } from './harness/views';

test.use({ isShared: true });

// Chromium keeps some colours of the page before when forced colours begin, so each page is opened with them.
test('with forced colours every page is legible and has its edges', async ({ page, controller }) => {
  controller.setDevice(48, { params: { Tripped: true } });
  await page.emulateMedia({ forcedColors: 'active' });
  await signInByAddress(page);
  await page.goto('/');
  await seeAlarm(page);
  for (const view of partOf(PAGES, 2))
    await test.step(view.name, async () => {
      await view.show(page);
      expect.soft(await findDefects(page, { rules: COLOUR_RULES }), view.name).toEqual([]);
    });

  await page.goto('/rooms/11');
  const details = page.getByRole('button', { name: 'Details of Ceiling lights' });
  await expect(details).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reorder devices' }), 'all groups are there').toBeVisible();
  const dots = await details.evaluate((button) => getComputedStyle(button, '::before').backgroundImage);
  expect(dots).toContain('gradient');
  const edges = await page
    .locator('.tile, .chip, main button:not(.tile *, [class*=absent], div > div > button)')
    .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).borderTopWidth));
  expect(edges.length).toBeGreaterThan(8);
  expect(edges).not.toContain('0px');
});

test('more contrast means no pictures and edges of 2 px; icons grow with the text', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' });
  await openHomeByAddress(page);
  const room = page.locator('.room-tile').first();
  await expect(room).toHaveCSS('border-top-width', '2px');
  const [muted, text] = await room.evaluate((tile) =>
    ['--muted', '--text'].map((name) => getComputedStyle(tile).getPropertyValue(name))
  );
  expect(muted).toBe(text);
  await openRoom(page, 'Living room');
  await expect(page.locator('main path.near')).toBeAttached();
  await expect(page.locator('main path.near')).toBeHidden();

  const icon = page.getByRole('link', { name: 'Settings' }).locator('svg');
  const width = () => icon.evaluate((drawing) => drawing.getBoundingClientRect().width);
  expect(await width()).toBe(24);
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expect.poll(width).toBe(48);
});

test('each page has a title of its own, and skips to its content at first', async ({ page }) => {
  await openHomeByAddress(page);
  await expect(page).toHaveTitle('Demo home');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveTitle('Settings · Demo home');
  await page.goto('/rooms/11');
  await expect(page).toHaveTitle('Living room · Demo home');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeAttached();
  // The link comes before the devices, and until they are there nothing in the content takes the focus.
  await expect(page.getByRole('group', { name: 'Ceiling lights' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  const address = page.url();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  expect(page.url()).toBe(address);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await expect(page.getByRole('main')).not.toBeFocused();

  await page.goto('/now/lights');
  await expect(page).toHaveTitle('Lights · Demo home');
  const heading = page.getByRole('main').getByRole('link', { name: 'Living room', exact: true });
  const box = await heading.boundingBox();
  expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44);
});

test('on a wide screen sections are in their order, and a room has two columns', async ({ page }) => {
  /** The top and left edge of each element, in px. */
  const placesOf = (selector: string) =>
    page.locator(selector).evaluateAll((elements) =>
      elements.map((element) => {
        const { top, left } = element.getBoundingClientRect();
        return [Math.round(top), Math.round(left)] as const;
      })
    );
  await page.setViewportSize({ width: 1280, height: 800 });
  await openHomeByAddress(page);
  await expect(page.getByRole('heading', { name: 'Outside & cellar' })).toBeAttached();
  const places = await placesOf('main [id^=section-]');
  expect(places.length).toBeGreaterThan(3);
  expect(places).toEqual(places.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]));

  await resize(page, 1600, 900);
  await page.goto('/rooms/11');
  await expect(page.getByRole('switch', { name: 'Lights in Living room' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sensors' })).toBeVisible();
  const [lights, scenes] = await Promise.all(
    ['Lights', 'Scenes'].map((name) => page.getByRole('heading', { name }).boundingBox())
  );
  expect(scenes?.y, 'columns begin at one height').toBe(lights?.y);
  expect(scenes?.x).toBeGreaterThan(lights?.x ?? Infinity);
  const width = await page.locator('main').evaluate((main) => main.clientWidth);
  expect(width, 'the content and its padding').toBeLessThanOrEqual(1200 + 48);
});
