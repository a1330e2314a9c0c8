import { expect, test as base } from './harness/test';
import { findDefects } from './harness/view-checks';
import { startZWaveJsServer } from './harness/zwave-js-server';

const test = base.extend<{ server: Awaited<ReturnType<typeof startZWaveJsServer>> }>({
  server: async ({ browserName: _ }, use) => {
    const server = await startZWaveJsServer();
    await use(server);
    server.stop();
  },
  options: async ({ server }, use) => use(['--no-demo', '--zwave-js', server.url])
});

test('from the connect page to a lamp of Z-Wave JS that is on takes seven touches, one of them without a recovery code', async ({
  page,
  home,
  server
}) => {
  let touches = 0;
  const touch = async (name: string | RegExp, role: 'button' | 'link' | 'textbox' | 'switch' = 'button') => {
    touches += 1;
    await page.getByRole(role, { name }).first().click();
  };
  await page.goto('/connect');
  await touch('Z-Wave JS');
  await expect(page.getByText('Choose a user name and a password for Mantel.')).toBeVisible();
  // The first field has the focus.
  await page.keyboard.type('anna');
  await touch('Password', 'textbox');
  await page.keyboard.type('a long password');
  await touch('Setup code', 'textbox');
  await page.keyboard.type((await home.run('setup-code')).trim());
  expect(await findDefects(page)).toEqual([]);
  await touch('Sign in');
  await touch('Not now');
  await touch(/^Hall/, 'link');
  await touch(/Hall lamp/, 'switch');
  await expect.poll(() => server.isOn()).toBe(true);
  expect(touches).toBeLessThanOrEqual(7);
  await expect(page.getByRole('switch', { name: /Hall lamp/ })).toBeChecked();
});
