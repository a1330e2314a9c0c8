import { HOUSE } from '../../../proxy/virtual/house/house';
import type { HousePlan } from '../../../proxy/virtual/house/plan';
import { startVirtual } from '../../../proxy/virtual/start';
import type { VirtualController } from '../../../proxy/virtual/virtual-controller';
import type { Page } from '@playwright/test';
import { signIn } from './sign-in';
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

/** Opens the home of the controller on this machine, signed in to it; `origin` where the page is not at the program itself. */
export async function enterByAddress(page: Page, origin?: string): Promise<void> {
  await page.goto(await signIn(page, { address: '127.0.0.1' }, origin));
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Live');
}

/** Waits until the app is kept for offline use: from then on a page that is opened anew stays as it is. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}
