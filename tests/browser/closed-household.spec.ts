import { DISCOVERY_PREFIXES } from '../../proxy/virtual/options';
import { startVirtual } from '../../proxy/virtual/start';
import { signInByAddress, test } from './harness/controller';
import { pairBrowser } from './harness/pair-browser';
import { findDefects } from './harness/view-checks';
import { expect } from './harness/test';

/** Another controller of the same network, which searches find. */
const NEIGHBOUR = '127.83.9.1';
const NEIGHBOUR_MAC = '02:4d:61:6e:74:9a';

test.use({
  options: async ({ controller }, use) => {
    const udp = { host: NEIGHBOUR, port: 0, prefixes: DISCOVERY_PREFIXES };
    const about = { name: 'Neighbour home', mac: NEIGHBOUR_MAC, isLiving: false };
    const neighbour = await startVirtual({ ...about, host: NEIGHBOUR, port: controller.port, udp });
    const ports = [
      ...['--controller-port', String(controller.port)],
      ...['--discovery-port', String(neighbour.udpPort)]
    ];
    await use(['--no-demo', '--allow-loopback', ...ports, '--discovery-targets', NEIGHBOUR]);
    await neighbour.stop();
  }
});

test.beforeEach(({ page }) => signInByAddress(page));

test('a closed household shows strangers only the known name: no address, no MAC, no search results', async ({
  page,
  second,
  controller
}) => {
  await page.goto('/connect');
  await expect(page.getByRole('button', { name: 'Neighbour home' })).toBeVisible();
  await expect(page.getByText(`Already set up · ${controller.address}`)).toBeVisible();

  const next = await second.newPage();
  const answers: Promise<string>[] = [];
  next.on('response', (response) => {
    if (response.url().includes('/api/')) answers.push(response.text());
  });
  await next.goto('/connect');
  const known = next.getByRole('button', { name: 'Demo home' });
  await expect(known).toBeVisible();
  await expect(next.getByRole('button', { name: 'Search again' })).toBeHidden();
  await expect(next.getByRole('textbox', { name: 'Controller address' })).toBeHidden();
  const received = [await next.content(), ...(await Promise.all(answers))].join('\n');
  for (const secret of ['Neighbour', NEIGHBOUR, NEIGHBOUR_MAC.slice(-5), controller.mac, controller.address])
    expect(received.replaceAll(next.url().slice(0, -'/connect'.length), ''), secret).not.toContain(secret);
});

test('the page of a closed household is accessible, by keyboard too', async ({ second, home }) => {
  const next = await second.newPage();
  await next.goto('/connect');
  const focused = next.locator(':focus');
  await expect(next.getByRole('button', { name: 'Demo home' })).toBeVisible();
  await next.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Українська');
  await next.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Demo home');
  await next.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Use a code from another phone');
  await next.keyboard.press('Tab');
  await expect(focused).toContainText('Use a setup code');
  await next.keyboard.press('Enter');
  await expect(next.getByLabel('Setup code', { exact: true })).toBeVisible();
  for (const command of ['node dist/main.js setup-code', '--print-setup-code', 'MANTEL_PRINT_SETUP_CODE=1']) {
    await next.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName(`Copy ${command}`);
  }
  await next.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Setup code');
  await next.keyboard.type('not a code');
  await next.keyboard.press('Enter');
  await expect(next.getByText('This setup code is wrong or has expired')).toBeVisible();
  expect(await findDefects(next)).toEqual([]);
  await focused.fill((await home.run('setup-code')).trim().toLowerCase());
  await next.keyboard.press('Enter');
  await expect(next.getByRole('button', { name: 'Search again' })).toBeVisible();
  expect(await findDefects(next)).toEqual([]);
});

test('a command is copied with one touch, and is selected if the browser allows no copying', async ({
  second
}) => {
  await second.grantPermissions(['clipboard-read', 'clipboard-write']);
  const next = await second.newPage();
  await next.goto('/connect');
  await next.getByText('Use a setup code').click();
  const copy = next.getByRole('button', { name: 'Copy node dist/main.js setup-code' });
  await copy.click();
  await expect
    .poll(() => next.evaluate(() => navigator.clipboard.readText()))
    .toBe('node dist/main.js setup-code');
  await next.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await copy.click();
  expect(await next.evaluate(() => String(getSelection()))).toBe('node dist/main.js setup-code');
});

test('a limited screen adds no controller, and is told whom to ask', async ({ page, second, home }) => {
  const next = await second.newPage();
  await pairBrowser(page, next, home, { rooms: null, commands: false, until: null, manages: false });
  await next.goto('/connect');
  await expect(next.getByText('Ask someone who manages this home')).toBeVisible();
  await expect(next.getByRole('button', { name: 'Demo home' })).toBeVisible();
  await expect(next.getByText('Use a setup code')).toBeHidden();
});
