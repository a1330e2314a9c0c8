import { HOUSE } from '../../../proxy/virtual/house/house';
import type { HousePlan } from '../../../proxy/virtual/house/plan';
import { startVirtual } from '../../../proxy/virtual/start';
import type { VirtualController } from '../../../proxy/virtual/virtual-controller';
import type { Page } from '@playwright/test';
import { signIn } from './sign-in';
import { expect, test as base } from './test';

interface Fixtures {
  /** The virtual house of the controller: `test.use({ house })`. */
  house: HousePlan;
  /** Path patterns that the controller answers with 404, like some real ones: `test.use({ lacks })`. */
  lacks: string[];
  controller: VirtualController;
}

/**
 * The harness with a virtual controller for each test. The test can change its devices and read its commands.
 */
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

/** Signs a page's browser in to the controller on this machine, and loads no page. */
export async function signInByAddress(page: Page): Promise<void> {
  await signIn(page, { address: '127.0.0.1' });
}

/**
 * Signs in to the controller on this machine and opens its home. `origin` is needed if the page is not at the
 * program itself.
 */
export async function openHomeByAddress(page: Page, origin?: string): Promise<void> {
  await page.goto(await signIn(page, { address: '127.0.0.1' }, origin));
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Live');
}

/** Waits until the service worker has cached the app, so that a reload shows the same version. */
export async function waitForAppCache(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}
