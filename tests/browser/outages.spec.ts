import { startTcpFaultProxy } from '../faults/tcp-fault-proxy';
import { enterDemoHome, linkState, openRoom } from './demo-home';
import { enterByAddress, test as testWithController } from './harness/controller';
import { expect, test } from './harness/test';

/** Whatever was gone: so soon after the last return the page is current, in ms. */
const CURRENT_MS = 12_000;
/** From one loss to the next; each lasts for three of these, in ms. The soak takes a minute for each, in every order. */
const STEP_MS = 2_500;

testWithController(
  'network, proxy and controller go one over the other and come back: the page is current again, and was never reloaded',
  async ({ page, home, controller }) => {
    const network = await startTcpFaultProxy(Number(new URL(home.url).port));
    const lamp = page.getByRole('switch', { name: 'Floor lamp' });
    try {
      await enterByAddress(page, `http://127.0.0.1:${network.port}/connect`);
      await openRoom(page, 'Living room');
      await expect(lamp).not.toBeChecked();
      await page.evaluate(() => Reflect.set(globalThis, 'isFirst', true));
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

      network.set({ isRefusing: true });
      network.cut('reset');
      await page.waitForTimeout(STEP_MS);
      await expect(linkState(page)).not.toHaveText('Live');
      await home.kill();
      await page.waitForTimeout(STEP_MS);
      const plugIn = await controller.unplug();
      controller.setDevice(21, { params: { Status: true } });
      await page.waitForTimeout(STEP_MS);
      network.set({ isRefusing: false });
      await page.waitForTimeout(STEP_MS);
      await home.start();
      await page.waitForTimeout(STEP_MS);
      await expect(lamp).not.toBeChecked();
      await expect(lamp).toBeDisabled();
      await plugIn();

      const back = Date.now();
      await expect(lamp).toBeChecked({ timeout: CURRENT_MS });
      await expect(linkState(page)).toHaveText('Live', { timeout: CURRENT_MS });
      await expect(lamp).toBeEnabled();
      const tookMs = Date.now() - back;
      testWithController.info().annotations.push({ type: 'current after ms', description: String(tookMs) });
      expect(tookMs).toBeLessThan(CURRENT_MS);
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
