import { waitForAppCache } from './harness/controller';
import { enterDemoHome, openRoom } from './demo-home';
import { linkState } from './harness/link-state';
import { expect, test } from './harness/test';

test.use({ isShared: true });

test.beforeEach(({ page }) => enterDemoHome(page));

test.describe('help', () => {
  test.use({ hasServiceWorker: true, permissions: ['clipboard-read', 'clipboard-write'] });

  test('is two touches away, has six cards, and opens without a connection', async ({ page, context }) => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Help' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(6);

    await waitForAppCache(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('Still not working?')).toBeVisible();
  });

  test('copies diagnostics without names, addresses or secrets', async ({ page, context, home }) => {
    await page.goto('/help');
    await expect(linkState(page)).toHaveText('Live');
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(/^Mantel diagnostics\n/);
    expect(text).toContain('connection: live');
    expect(text).toContain(`browser: ${await page.evaluate(() => navigator.userAgent)}`);
    for (const { value } of await context.cookies()) expect(text).not.toContain(value);
    for (const known of ['127.0.0.1', new URL(home.url).port, '024d616e7400', 'Demo home', 'Living room'])
      expect(text).not.toContain(known);
  });
});

test('search and settings have no link to themselves', async ({ page }) => {
  await page.goto('/search');
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Search' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Search' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Settings' })).toHaveCount(0);
});

test('a room leads to the next and the previous one, and Back leads home', async ({ page }) => {
  await openRoom(page, 'Kitchen');
  const others = page.getByRole('navigation', { name: 'Other rooms' });
  await others.getByRole('link', { name: 'Next room: Dining room' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dining room' })).toBeVisible();
  await others.getByRole('link', { name: 'Previous room: Kitchen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo home' })).toBeVisible();
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('a rail leads from a room to every other one, marks the present one, and Back leads home', async ({
    page
  }) => {
    await openRoom(page, 'Kitchen');
    const rail = page.getByRole('navigation', { name: 'Rooms' });
    await expect(rail.getByRole('link', { name: 'Kitchen' })).toHaveAttribute('aria-current', 'page');
    await rail.getByRole('link', { name: 'Bathroom' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bathroom' })).toBeVisible();
    await expect(rail.getByRole('link', { name: 'Bathroom' })).toHaveAttribute('aria-current', 'page');
    await expect(rail.locator('[aria-current]')).toHaveCount(1);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Demo home' })).toBeVisible();
  });
});
