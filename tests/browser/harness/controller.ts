import { startVirtual } from '../../../proxy/virtual/start';
import type { VirtualController } from '../../../proxy/virtual/virtual-controller';
import type { Page } from '@playwright/test';
import { expect, test as base } from './test';

/** The harness with a virtual controller of the test's own, whose devices it can move and whose commands it can read. */
export const test = base.extend<{ controller: VirtualController }>({
  controller: async ({ browserName: _ }, use) => {
    const controller = await startVirtual({ isLiving: false });
    await use(controller);
    await controller.stop();
  },

  options: async ({ controller }, use) => {
    await use(['--no-demo', '--allow-loopback', '--controller-port', String(controller.port)]);
  }
});

/** Signs a cold browser in to the controller on this machine, by its address. */
export async function enterByAddress(page: Page): Promise<void> {
  await page.goto('/connect');
  await page.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('User name', { exact: true }).fill('demo');
  await page.getByLabel('Password', { exact: true }).fill('demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Live');
}
