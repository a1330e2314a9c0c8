import { enterDemoHome, openRoom } from './demo-home';
import { waitForAppCache } from './harness/controller';
import { resize } from './harness/resize';
import { expect, test } from './harness/test';

test.use({ isShared: true });

test.beforeEach(({ page }) => enterDemoHome(page));

test.describe('help', () => {
  test.use({ hasServiceWorker: true, permissions: ['clipboard-read', 'clipboard-write'] });

  test('the help is two touches away, has six cards, copies diagnostics without names or secrets, and opens without a connection', async ({
    page,
    context,
    home
  }) => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Help' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(6);

    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(/^Mantel diagnostics\n/);
    expect(text).toContain('connection: live');
    expect(text).toContain(`browser: ${await page.evaluate(() => navigator.userAgent)}`);
    for (const { value } of await context.cookies()) expect(text).not.toContain(value);
    for (const known of ['127.0.0.1', new URL(home.url).port, '024d616e7400', 'Demo home', 'Living room'])
      expect(text).not.toContain(known);

    await waitForAppCache(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('Still not working?')).toBeVisible();
  });
});

test('a room leads to the next, the previous and any other one, and Back leads home', async ({ page }) => {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await openRoom(page, 'Kitchen');
  const others = page.getByRole('navigation', { name: 'Other rooms' });
  await others.getByRole('link', { name: 'Next room: Dining room' }).click();
  await expect(heading('Dining room')).toBeVisible();
  await others.getByRole('link', { name: 'Previous room: Kitchen' }).click();
  await expect(heading('Kitchen')).toBeVisible();

  await resize(page, 1280, 800);
  const rail = page.getByRole('navigation', { name: 'Rooms' });
  await expect(rail.getByRole('link', { name: 'Kitchen' })).toHaveAttribute('aria-current', 'page');
  await rail.getByRole('link', { name: 'Bathroom' }).click();
  await expect(heading('Bathroom')).toBeVisible();
  await expect(rail.getByRole('link', { name: 'Bathroom' })).toHaveAttribute('aria-current', 'page');
  await expect(rail.locator('[aria-current]')).toHaveCount(1);
  await page.goBack();
  await expect(heading('Demo home')).toBeVisible();
  await resize(page, 390, 844);

  const banner = page.getByRole('banner');
  await banner.getByRole('link', { name: 'Search' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Search' })).toHaveCount(0);
  await banner.getByRole('link', { name: 'Settings' }).click();
  await expect(banner.getByRole('link', { name: 'Search' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Settings' })).toHaveCount(0);
});
