import { controllerAt, searchesAt } from '../../tools/support/test-variables';
import { DISCOVERY_PREFIXES } from '../../tools/virtual/discovery';
import { startStandAlone } from '../../tools/virtual/stand-alone';
import { signInByAddress, test } from './harness/controller';
import { expect } from './harness/test';
import { checkView } from './harness/view-checks';

/** Another controller of the same network, which searches find. */
const NEIGHBOUR = '127.83.9.1';

test.use({
  options: async ({ controller }, use) => {
    const udp = { host: NEIGHBOUR, port: 0, prefixes: DISCOVERY_PREFIXES };
    const about = { name: 'Neighbour home', mac: '02:4d:61:6e:74:9a', isLiving: false };
    const neighbour = await startStandAlone({ ...about, host: NEIGHBOUR, port: controller.port, udp });
    const ports = [...controllerAt(controller.port), ...searchesAt(neighbour.udpPort ?? 0)];
    await use(['--no-demo', ...ports, '--discovery-targets', NEIGHBOUR]);
    await neighbour.stop();
  }
});

test('the page of a closed household offers a setup code', async ({ page, second, home, controller }) => {
  await signInByAddress(page);
  await page.goto('/connect');
  await expect(page.getByRole('button', { name: 'Neighbour home' })).toBeVisible();
  await expect(page.getByText(`Already set up · ${controller.address}`)).toBeVisible();

  await second.grantPermissions(['clipboard-read', 'clipboard-write']);
  const next = await second.newPage();
  await next.goto('/connect');
  const focused = next.locator(':focus');
  const tabTo = async (name: string | RegExp) => {
    await next.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName(name);
  };
  await expect(next.getByText('This home is already set up')).toBeVisible();
  await checkView(next, 'connect-closed', true);
  await expect(next.getByText('Neighbour home')).toHaveCount(0);
  await expect(next.getByRole('button', { name: 'Search again' })).toBeHidden();
  await expect(next.getByRole('textbox', { name: 'Controller address' })).toBeHidden();
  for (const name of ['Українська', 'Demo home', 'Use a code from another phone']) await tabTo(name);
  await next.keyboard.press('Tab');
  await expect(focused).toContainText('Use a setup code');
  await next.keyboard.press('Enter');
  await expect(next.getByLabel('Setup code or recovery code')).toBeVisible();
  const command = 'node dist/main.js setup-code';
  await tabTo(`Copy ${command}`);
  await next.keyboard.press('Enter');
  await expect.poll(() => next.evaluate(() => navigator.clipboard.readText())).toBe(command);
  await next.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await next.keyboard.press('Enter');
  expect(await next.evaluate(() => String(getSelection())), 'where nothing can be copied').toBe(command);
  for (const other of ['--print-setup-code', 'MANTEL_PRINT_SETUP_CODE=1']) await tabTo(`Copy ${other}`);
  await tabTo('Setup code or recovery code');
  await next.keyboard.type('not a code');
  await next.keyboard.press('Enter');
  await expect(next.getByText('This code is wrong or has expired')).toBeVisible();
  await checkView(next, 'connect-setup-code', true);
  await focused.fill((await home.run('setup-code')).trim().toLowerCase());
  await next.keyboard.press('Enter');
  await expect(next.getByRole('button', { name: 'Search again' })).toBeVisible();
  await checkView(next, 'connect-unlocked', true);
});
