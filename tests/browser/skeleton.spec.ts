import { enterDemoHome } from './demo-home';
import { linkState } from './harness/link-state';
import { expect, test } from './harness/test';

test.use({ isShared: true, viewport: { width: 1280, height: 800 } });

test('the skeleton of the home has the rooms of the last visit at their places', async ({
  page,
  browser,
  home
}) => {
  await enterDemoHome(page);
  const rooms = page.locator('.rooms > .room-cell');
  await expect(rooms).toHaveCount(15);
  // The page keeps its shape once it is idle.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('shape');
  const storageState = await page.context().storageState();

  // Another browser with the same settings, but without a stored home.
  const context = await browser.newContext({
    baseURL: home.url,
    storageState,
    viewport: page.viewportSize()
  });
  const fresh = await context.newPage();
  let connect: () => void = () => undefined;
  const mayConnect = new Promise<void>((resolve) => (connect = resolve));
  await fresh.routeWebSocket(/\/live/, async (socket) => {
    await mayConnect;
    socket.connectToServer();
  });
  await fresh.goto('/');
  await expect(linkState(fresh)).toBeVisible();
  const placeholders = fresh.locator('.rooms > .skeleton');
  await expect(placeholders).toHaveCount(15);
  await expect(fresh.getByRole('heading', { level: 1, name: 'Demo home' })).toBeVisible();
  const before = await placeholders.first().boundingBox();
  connect();
  await expect(linkState(fresh)).toHaveText('Live');
  const after = await fresh.locator('.rooms > .room-cell').first().boundingBox();
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs((after?.[side] ?? 0) - (before?.[side] ?? NaN)), side).toBeLessThanOrEqual(8);
  await context.close();
});
