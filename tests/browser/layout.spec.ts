import type { Page } from '@playwright/test';
import { enterDemoHome, IN_ITS_TIME, openRoom, signInToDemoHome } from './demo-home';
import { waitForAppCache } from './harness/controller';
import { layoutStored } from './harness/layout-stored';
import { linkState } from './harness/link-state';
import { proxyOf } from './harness/proxy-calls';
import { expect, test as base } from './harness/test';

const test = base.extend({ isShared: true });
/** With a program of its own, because it ends. */
const testWithWorker = base.extend({ hasServiceWorker: true });

/** Opens the form of a device in its sheet, over its room. */
async function openAppearance(page: Page, name: string) {
  await page.getByRole('button', { name: `Details of ${name}` }).click();
  const sheet = page.getByRole('dialog', { name });
  await sheet.getByRole('button', { name: 'Edit' }).click();
  return sheet;
}

const close = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

/** The icon of a device's tile or sheet, as its path. */
const pictureOf = (page: Page, name: string) =>
  page.getByRole('group', { name }).locator('svg path').first().getAttribute('d');

// The program is shared: the layouts of the tests before are undone before the page has read one.
test.beforeEach(async ({ page }) => {
  await signInToDemoHome(page);
  const proxy = await proxyOf(page);
  await proxy.clearLayout();
  await page.goto('/');
  await expect(linkState(page)).toHaveText('Live');
});

testWithWorker('own names reach other screens and survive a lost link', async ({ page, second, home }) => {
  const other = await second.newPage();
  await enterDemoHome(other);
  await openRoom(other, 'Living room');

  await openRoom(page, 'Living room');
  const sheet = await openAppearance(page, 'Floor lamp');
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Читальна лампа');
  await sheet.getByRole('textbox', { name: 'Name' }).blur();
  const renamed = page.getByRole('dialog', { name: 'Читальна лампа' });
  await expect(renamed.getByText('On controller: Floor lamp')).toBeVisible();
  await close(page);

  await page.getByRole('button', { name: 'Edit Living room' }).click();
  const room = page.getByRole('dialog', { name: 'Living room' });
  await room.getByRole('textbox', { name: 'Name' }).fill('Parlour');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Parlour' })).toContainText('On controller: Living room');
  await close(page);

  for (const screen of [page, other]) {
    await expect(screen.getByRole('heading', { level: 1, name: 'Parlour' })).toBeVisible();
    await expect(screen.getByRole('switch', { name: 'Читальна лампа' })).toBeVisible();
    await expect(screen.getByRole('switch', { name: 'Floor lamp' })).toHaveCount(0);
  }
  await other.getByRole('switch', { name: 'Читальна лампа' }).click();
  await expect(page.getByRole('switch', { name: 'Читальна лампа' })).toBeChecked();

  await waitForAppCache(page);
  await home.kill();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Parlour' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Читальна лампа' })).toBeDisabled();

  await home.start();
  await expect(linkState(page)).toHaveText('Live', IN_ITS_TIME);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Parlour/ })).toBeVisible();
});

/** The picture in the head of a room's page. Waits for it, because pictures load after texts. */
async function roomPicture(page: Page, name: string): Promise<string> {
  await page.goto('/');
  await openRoom(page, name);
  const near = page.locator('main path.near');
  await expect(near).toBeVisible();
  return near.evaluate((shape) => shape.getAttribute('d') ?? '');
}

test('a picture is selected for a room by keyboard, and the controller’s own one can be restored', async ({
  page
}) => {
  const picture = await roomPicture(page, 'Living room');
  await page.getByRole('button', { name: 'Edit Living room' }).click();
  const pictures = page.getByRole('radiogroup', { name: 'Picture' });
  await expect(pictures.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  await pictures.getByRole('radio', { name: 'Automatic' }).focus();
  const stored = layoutStored(page, 'kitchen');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(pictures.getByRole('radio', { name: 'Kitchen' })).toBeChecked();
  await stored;
  await close(page);
  const kitchen = await roomPicture(page, 'Kitchen');
  expect(kitchen).not.toBe(picture);
  await expect.poll(() => roomPicture(page, 'Living room')).toBe(kitchen);

  await page.goto('/rooms/11/look');
  await expect(pictures.getByRole('radio', { name: 'Automatic' })).toBeEnabled();
  await pictures.getByRole('radio', { name: 'Automatic' }).check({ force: true });
  await close(page);
  await expect.poll(() => roomPicture(page, 'Living room')).toBe(picture);
});

test('an icon is selected from pictures, a refused name is reverted with the reason, and Reset restores the controller’s icon', async ({
  page
}) => {
  await openRoom(page, 'Living room');
  const before = await pictureOf(page, 'Television');
  const sheet = await openAppearance(page, 'Television');
  await sheet.getByRole('button', { name: 'Icon' }).click();
  await expect(sheet.getByRole('radiogroup', { name: 'Icon', exact: true }).getByRole('radio')).toHaveCount(
    8
  );
  await sheet.getByRole('searchbox', { name: 'Search' }).fill('smo');
  await sheet.getByRole('radio', { name: 'Smoke', exact: true }).check({ force: true });
  await expect(sheet.getByRole('radio', { name: 'Smoke', exact: true })).toBeChecked();
  await close(page);
  await expect.poll(() => pictureOf(page, 'Television')).not.toBe(before);

  const again = await openAppearance(page, 'Television');
  await page.route('**/layout', (route) =>
    route.fulfill({ status: 413, json: { error: { code: 'too-large', message: 'too much' } } })
  );
  await again.getByRole('textbox', { name: 'Name' }).fill('Screen');
  await page.keyboard.press('Enter');
  await expect(again.getByRole('alert')).toContainText('That file is too big');
  await expect(page.getByRole('dialog', { name: 'Television' })).toBeVisible();
  await expect(again.getByRole('textbox', { name: 'Name' })).toHaveValue('Television');
  await page.unroute('**/layout');

  await again.getByRole('button', { name: 'Reset' }).click();
  await expect(again.getByRole('button', { name: 'Reset' })).toBeDisabled();
  await close(page);
  await expect.poll(() => pictureOf(page, 'Television')).toBe(before);
});

test('the star makes a device a favourite, and hiding it can be undone', async ({ page }) => {
  await openRoom(page, 'Living room');
  await page.getByRole('button', { name: 'Details of Television' }).click();
  const favourite = page.getByRole('dialog').getByRole('button', { name: 'Favourite' });
  await expect(favourite).toHaveAttribute('aria-pressed', 'false');
  await favourite.click();
  await expect(favourite, 'with one touch').toHaveAttribute('aria-pressed', 'true');
  await close(page);

  await page.goto('/');
  const favourites = page.locator('#favourites').getByRole('button', { name: /^Details of/ });
  await expect(favourites.last(), 'the latest of them last').toHaveAccessibleName('Details of Television');
  const names = () =>
    favourites.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  const before = await names();
  expect(before.length).toBeGreaterThan(1);

  const hide = async () => {
    await favourites.last().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Edit' }).click();
    await sheet.getByRole('button', { name: 'Hide' }).click();
    await expect(sheet).toHaveCount(0);
    await expect.poll(names, 'no favourite any more').toEqual(before.slice(0, -1));
  };
  await hide();
  await expect(page.getByText('Hidden: ')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(before);
  await expect(page.getByText('Hidden: ')).toHaveCount(0);

  await hide();
  await openRoom(page, 'Living room');
  await expect(page.getByRole('switch', { name: 'Floor lamp' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Television' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  const hidden = page
    .getByRole('region', { name: 'Customise' })
    .locator('summary', { hasText: 'Hidden devices' });
  await expect(hidden).toContainText('1');
  await hidden.click();
  await page.getByRole('button', { name: 'Show Television again' }).click();
  await expect(hidden).toContainText('0');
  await page.goto('/rooms/11');
  await expect(page.getByRole('switch', { name: 'Television' })).toBeVisible();
});

test('rooms have the household’s order, which can be undone in the settings', async ({ page }) => {
  const section = page.getByRole('heading', { name: 'Ground floor' }).locator('..');
  const order = async () => {
    await page.goto('/');
    await expect(section.getByRole('link').first()).toBeVisible();
    const texts = await section.getByRole('link').allTextContents();
    return texts.map((text) => /^\p{L}+/u.exec(text.trim())?.[0]);
  };
  const [first, second, ...others] = await order();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('Reorder rooms').click();
  const up = page.getByRole('button', { name: 'Move Kitchen up' });
  const stored = layoutStored(page);
  await up.click();
  await expect(up).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Move Living room down' })).toBeEnabled();
  await stored;
  await expect.poll(order).toEqual([second, first, ...others]);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('Reorder rooms').click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(up).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});
