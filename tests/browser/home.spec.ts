import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { enterDemoHome, openRoom } from './demo-home';
import { expect, test } from './harness/test';

test('a cold browser lights a lamp within five touches', async ({ page }) => {
  let touches = 0;
  await page.exposeBinding('countTouch', () => (touches += 1));
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => {
      const count: unknown = Reflect.get(globalThis, 'countTouch');
      if (typeof count === 'function') Reflect.apply(count, undefined, []);
    });
  });

  await page.goto('/');
  await page.getByRole('button', { name: 'Demo home' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /^Living room/ }).click();
  const lamp = page.getByRole('switch', { name: 'Floor lamp' });
  await expect(lamp).not.toBeChecked();
  await lamp.click();

  await expect(lamp).toBeChecked();
  await expect(page.getByRole('group', { name: 'Floor lamp' })).toHaveText(/On\s*$/);
  expect(touches).toBeLessThanOrEqual(5);
});

test('what one screen switches, another sees', async ({ page, second }) => {
  await enterDemoHome(page);
  await openRoom(page, 'Living room');
  const other = await second.newPage();
  await enterDemoHome(other);
  await openRoom(other, 'Living room');

  await page.getByRole('switch', { name: 'Television' }).click();
  await expect(other.getByRole('switch', { name: 'Television' })).toBeChecked();

  await other.getByRole('switch', { name: 'Television' }).click();
  await expect(page.getByRole('switch', { name: 'Television' })).not.toBeChecked();
});

/** Axe's serious and critical findings, one line each. */
async function findSerious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('the way in has no serious accessibility defect', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Demo home' })).toBeVisible();
      expect(await findSerious(page), 'connect').toEqual([]);
      await page.getByRole('button', { name: 'Demo home' }).click();
      expect(await findSerious(page), 'sign-in').toEqual([]);
    });

    for (const [address, heading] of [
      ['/', 'Demo home'],
      ['/rooms/11', 'Living room'],
      ['/devices/25', 'Shelf lights'],
      ['/devices/33', 'Thermostat'],
      ['/now/lights', 'Lights on'],
      ['/search', 'Search'],
      ['/settings', 'Settings']
    ] as const)
      test(`${address} has no serious accessibility defect`, async ({ page }) => {
        await enterDemoHome(page);
        await page.goto(address);
        await expect(page.getByRole('heading', { name: heading })).toBeVisible();
        expect(await findSerious(page)).toEqual([]);
      });
  });
}
