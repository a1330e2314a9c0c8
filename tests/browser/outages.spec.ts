import { startTcpFaultProxy } from '../../tools/support/network/tcp-fault-proxy';
import { IN_ITS_TIME, openRoom } from './demo-home';
import { openHomeByAddress, test, waitForAppCache } from './harness/controller';
import { replaceControllerState } from './harness/controller-state';
import { linkState } from './harness/link-state';
import { pairBrowser } from './harness/pair-browser';
import { expect } from './harness/test';

const testWithWorker = test.extend({ hasServiceWorker: true });

testWithWorker('after each outage the page is current, not reloaded', async ({ page, home, controller }) => {
  const network = await startTcpFaultProxy(Number(new URL(home.url).port));
  const lamp = page.getByRole('switch', { name: 'Floor lamp' });
  try {
    await openHomeByAddress(page, `http://127.0.0.1:${network.port}`);
    await openRoom(page, 'Living room');
    await expect(lamp).not.toBeChecked();
    await page.evaluate(() => Reflect.set(globalThis, 'isFirst', true));
    await waitForAppCache(page);

    network.set({ isRefusing: true });
    network.cut('reset');
    await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);
    await home.kill();
    const plugIn = await controller.unplug();
    controller.setDevice(21, { params: { Status: true } });
    // The network is back before the proxy, so the page's attempt to connect fails.
    const tried = page.waitForEvent('websocket');
    network.set({ isRefusing: false });
    await tried;
    await home.start();
    await expect(linkState(page)).toHaveText('Controller not responding', IN_ITS_TIME);
    await expect(lamp).not.toBeChecked();
    await expect(lamp).toBeDisabled();
    await plugIn();

    // Other tests with a fake clock, and the soak, have bounds of time.
    await expect(lamp).toBeChecked(IN_ITS_TIME);
    await expect(linkState(page)).toHaveText('Live', IN_ITS_TIME);
    await expect(lamp).toBeEnabled();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isFirst') === true)).toBe(true);
  } finally {
    await network.stop();
  }
});

test('if another device answers, a managing screen sees what to do', async ({ page, second, home }) => {
  const setState = await replaceControllerState(page);
  await openHomeByAddress(page);
  setState('changed');
  await expect(linkState(page)).toHaveText('Controller not responding');
  await expect(page.getByText('A different device is at your controller’s address')).toBeVisible();
  await openRoom(page, 'Living room');
  await expect(page.getByRole('switch', { name: 'Floor lamp' })).toBeDisabled();
  await page.getByRole('link', { name: 'Settings › My controller has a new address' }).click();
  await expect(page.getByLabel('New address')).toBeInViewport();

  const next = await second.newPage();
  const setNextState = await replaceControllerState(next);
  await pairBrowser(page, next, home, { rooms: null, commands: false, until: null, manages: false });
  await next.goto('/');
  await expect(linkState(next)).toHaveText('Live');
  setNextState('changed');
  await expect(next.getByText('Ask someone who manages this home')).toBeVisible();
  await expect(next.getByRole('link', { name: /My controller has a new address/ })).toBeHidden();
  setNextState('online');
  await expect(linkState(next)).toHaveText('Live');
  await expect(next.getByText('Ask someone who manages this home')).toBeHidden();
});
