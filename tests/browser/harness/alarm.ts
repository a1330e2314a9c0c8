import type { Page } from '@playwright/test';
import type { VirtualController } from '../../../proxy/sources/virtual/start';
import { proxyOf } from './proxy-calls';
import { expect } from './test';

/** Longer than the time in which an alarm that has just covered the page takes no input, in ms. */
export const SETTLED_MS = 1300;

/** Says on a phone, or on a wall whose clock runs, that somebody has seen the alarm that covers the page. */
export async function seeAlarm(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'I’ve seen it' });
  const alarm = page.getByRole('alertdialog').filter({ has: button });
  await expect(alarm).toBeVisible();
  await page.waitForTimeout(SETTLED_MS);
  await alarm.getByRole('button', { name: 'I’ve seen it' }).click();
  await expect(alarm).toHaveCount(0);
}

/** Arms a calm sensor, and waits until the proxy has seen that: only then is it an alarm when it trips. */
export async function armSensor(
  page: Page,
  controller: Pick<VirtualController, 'setDevice'>,
  device: number
): Promise<void> {
  controller.setDevice(device, { params: { Armed: true, Tripped: false } });
  const proxy = await proxyOf(page);
  const isSeen = async () =>
    (await proxy.happened()).some(
      (each) => each.kind === 'changed' && each.device === device && each.params['Armed'] === true
    );
  await expect.poll(isSeen).toBe(true);
}
