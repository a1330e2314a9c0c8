import { enterDemoHome } from './demo-home';
import { expect, test } from './harness/test';

test('a page reads its lines with one request, and a narrow tile has none', async ({ page }) => {
  let asked = 0;
  await page.route('**/record/values?*', (route) => {
    const devices = new URL(route.request().url()).searchParams.get('devices') ?? '';
    asked++;
    const known = devices.split(',').map((id) => [id, { Value: [[1, 1, 1], null, [1, 2, 3], [2, 3, 4]] }]);
    return route.fulfill({ json: { since: 0, from: 0, until: 1, devices: Object.fromEntries(known) } });
  });
  await page.route('**/api/controllers/*/record', (route) =>
    route.fulfill({ json: { isWanted: true, state: 'on' } })
  );
  await enterDemoHome(page);
  await page.goto('/devices');
  const lines = page.locator('.tile-face > svg');
  await expect(lines.locator('path[d^=M]').first()).toBeVisible();
  expect(asked).toBe(1);
  await page.setViewportSize({ width: 255, height: 844 });
  await expect(lines.first()).toBeHidden();
});
