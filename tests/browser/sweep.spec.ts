import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { controllerAt } from '../../tools/support/test-variables';
import { expect, test } from './harness/test';

/**
 * An address on loopback, in the network that the harness searches, whose controller answers no broadcast.
 */
const ADDRESS = '127.255.255.77';

test.use({ options: controllerAt(80) });

test('an empty search offers to try each address, and so finds a controller that no broadcast reaches', async ({
  page,
  home
}) => {
  const controller = createSocket('udp4').bind(home.discoveryPort, ADDRESS);
  await once(controller, 'listening');
  const calls: string[] = [];
  controller.on('message', (call, { address }) => {
    calls.push(call.toString());
    const port = Number(/\d+$/.exec(call.toString())?.[0]);
    controller.send(
      JSON.stringify({ name: 'Far home', ip: ADDRESS, mac: '02:4d:61:6e:74:55' }),
      port,
      address
    );
  });

  await page.goto('/connect');
  await expect(page.getByText('No controller found')).toBeVisible({ timeout: 60_000 });
  expect(calls).toEqual([]);
  await page.getByText('Why wasn’t it found?').click();
  await page.getByRole('button', { name: 'Search every address' }).click();
  await page.getByRole('button', { name: 'Far home' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  expect(calls[0]).toMatch(/^CONTROLLER_DETECT\d+$/);
  controller.close();
});
