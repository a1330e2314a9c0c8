import { startTcpFaultProxy } from '../faults/tcp-fault-proxy';
import { enterDemoHome, IN_ITS_TIME, linkState, openRoom } from './demo-home';
import { enterByAddress, test as testWithController } from './harness/controller';
import { expect, test } from './harness/test';

testWithController(
  'network, proxy and controller go one over the other and come back: the page is current again, and was never reloaded',
  async ({ page, home, controller }) => {
    const network = await startTcpFaultProxy(Number(new URL(home.url).port));
    const lamp = page.getByRole('switch', { name: 'Floor lamp' });
    try {
      await enterByAddress(page, `http://127.0.0.1:${network.port}`);
      await openRoom(page, 'Living room');
      await expect(lamp).not.toBeChecked();
      await page.evaluate(() => Reflect.set(globalThis, 'isFirst', true));
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

      network.set({ isRefusing: true });
      network.cut('reset');
      await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);
      await home.kill();
      const plugIn = await controller.unplug();
      controller.setDevice(21, { params: { Status: true } });
      // The network is back before the proxy: the page tries, and finds nobody there.
      const tried = page.waitForEvent('websocket');
      network.set({ isRefusing: false });
      await tried;
      await home.start();
      await expect(linkState(page)).toHaveText('Controller unreachable', IN_ITS_TIME);
      await expect(lamp).not.toBeChecked();
      await expect(lamp).toBeDisabled();
      await plugIn();

      // How soon is for the tests with a clock of their own, and for the soak.
      await expect(lamp).toBeChecked(IN_ITS_TIME);
      await expect(linkState(page)).toHaveText('Live', IN_ITS_TIME);
      await expect(lamp).toBeEnabled();
      expect(await page.evaluate(() => Reflect.get(globalThis, 'isFirst') === true)).toBe(true);
    } finally {
      await network.stop();
    }
  }
);

test('where another controller answers, the page asks whose it is, and signs in only by the owner’s word', async ({
  page
}) => {
  const told: ((state: string) => void)[] = [];
  await page.routeWebSocket(/\/live/, (socket) => {
    socket.connectToServer();
    told.push((state) => socket.send(JSON.stringify({ type: 'controller', state, since: Date.now() })));
  });
  await enterDemoHome(page);
  told.at(-1)?.('changed');
  await expect(linkState(page)).toHaveText('Controller unreachable');
  await expect(page.getByText('Is this your controller?')).toBeVisible();
  await expect(page.getByText('At 127.0.0.1 another controller answers now')).toBeVisible();

  await page.getByRole('button', { name: 'No, keep looking' }).click();
  await expect(page.getByText('Looking for “Demo home”')).toBeVisible();
  await openRoom(page, 'Living room');
  await expect(page.getByText('Looking for “Demo home”')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Floor lamp' })).toBeDisabled();
  told.at(-1)?.('online');
  await expect(linkState(page)).toHaveText('Live');
  await expect(page.getByText('Looking for “Demo home”')).toBeHidden();

  await page.reload();
  await expect(linkState(page)).toHaveText('Live');
  told.at(-1)?.('changed');
  await page.getByRole('button', { name: 'Yes, sign in to it' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to 127.0.0.1' })).toBeVisible();
});
