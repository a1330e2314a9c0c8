import { HOUSE } from '../../../proxy/virtual/house/house';
import type { HousePlan } from '../../../proxy/virtual/house/plan';
import { startVirtual } from '../../../proxy/virtual/start';
import type { VirtualController } from '../../../proxy/virtual/virtual-controller';
import type { Page } from '@playwright/test';
import { expect, test as base } from './test';

interface Fixtures {
  /** The house that stands there: `test.use({ house })`. */
  house: HousePlan;
  /** Path patterns that it answers with 404, as real ones do: `test.use({ lacks })`. */
  lacks: string[];
  controller: VirtualController;
}

/** The harness with a virtual controller of the test's own, whose devices it can move and whose commands it can read. */
export const test = base.extend<Fixtures>({
  house: [HOUSE, { option: true }],
  lacks: [[], { option: true }],

  controller: async ({ house, lacks }, use) => {
    const controller = await startVirtual({ isLiving: false, house, lacks });
    await use(controller);
    await controller.stop();
  },

  options: async ({ controller }, use) => {
    await use(['--no-demo', '--allow-loopback', '--controller-port', String(controller.port)]);
  }
});

/** Signs a cold browser in to the controller on this machine, by its address; `url` where the page is not at the program itself. */
export async function enterByAddress(page: Page, url = '/connect'): Promise<void> {
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('User name', { exact: true }).fill('demo');
  await page.getByLabel('Password', { exact: true }).fill('demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Live');
}

/** Waits until the app is kept for offline use: from then on a page that is opened anew stays as it is. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}
