import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { enterDemoHome } from './demo-home';
import { expect, test } from './harness/test';

/**
 * Takes the pictures of the manifest and of the README:
 * `PICTURES=static/screenshots npx playwright test tests/browser/pictures.spec.ts`, and the same with
 * `PICTURES=docs/pictures`. Other runs skip it.
 */
const folder = process.env['PICTURES'] ?? '';

for (const { name, viewport, scale } of [
  { name: 'narrow', viewport: { width: 390, height: 844 }, scale: 2 },
  { name: 'wide', viewport: { width: 1280, height: 800 }, scale: 1 }
])
  test.describe(`the ${name} picture`, () => {
    test.use({ viewport, deviceScaleFactor: scale, colorScheme: 'dark' });

    test('shows the home as it is', async ({ page }) => {
      await mkdir(folder, { recursive: true });
      await enterDemoHome(page);
      await expect(page.getByRole('link', { name: /^Living room/ })).toBeVisible();
      const picture = await page.screenshot({ path: join(folder, `${name}.png`) });
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([
        viewport.width * scale,
        viewport.height * scale
      ]);
    });
  });

test.describe('the wall picture', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('shows the first page of a wall tablet', async ({ page }) => {
    await mkdir(folder, { recursive: true });
    // At night the tablet shows its screensaver.
    await page.clock.install({ time: new Date(2026, 10, 22, 14) });
    await enterDemoHome(page);
    await page.evaluate(() => localStorage.setItem('mantel.wall', '{"isOn":true}'));
    await page.goto('/');
    await expect(page.getByRole('status').getByText('Live', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Living room/ })).toBeVisible();
    await page.screenshot({ path: join(folder, 'wall.png') });
  });
});
