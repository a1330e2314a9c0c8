import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { enterDemoHome, openRoom } from './demo-home';
import { waitForAppCache } from './harness/controller';
import { replaceControllerState } from './harness/controller-state';
import { countTouches } from './harness/count-touches';
import { linkState } from './harness/link-state';
import { allStoredData } from './harness/stored-data';
import { expect, test } from './harness/test';

/** Opens the sheet that pairs another screen. */
async function openPairing(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Add a phone or tablet' }).click();
}

/** Shows the pairing code. Returns its six digits and the address in the QR code. */
async function showCode(page: Page): Promise<{ digits: string; address: string }> {
  const asked = page.waitForResponse((response) => response.url().endsWith('/pairing'));
  await page.getByRole('button', { name: 'Show the code' }).click();
  const { code, digits } = (await (await asked).json()) as { code: string; digits: string };
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(page.getByLabel(digits.split('').join(' '))).toBeVisible();
  return { digits, address: `/pair#${code}` };
}

// CVE-2026-91130: a device's name ran as script on every screen.
const MARKUP = '<b>Hall</b>';

test('a QR code signs in another screen, which is read-only and says so', async ({ page, second, home }) => {
  await enterDemoHome(page);
  await openPairing(page);
  await page.getByRole('switch', { name: 'Can control devices' }).click();
  const { address } = await showCode(page);

  const next = await second.newPage();
  await next.goto(address);
  await expect(next.getByText('You’ve been invited to this home.')).toBeVisible();
  expect(next.url(), 'the code is out of the address at once').toBe(`${home.url}/pair`);
  await next.getByLabel('Whose phone or tablet is this?').fill(MARKUP);
  await next.getByRole('button', { name: 'Sign in' }).click();
  await expect(linkState(next)).toHaveText('Live');
  await expect(page.getByText(`“${MARKUP}” is signed in`)).toBeVisible();

  await expect(next.getByText('View only. You can’t control devices here.')).toBeVisible();
  await openRoom(next, 'Living room');
  await expect(next.getByRole('switch', { name: 'Floor lamp' })).toBeDisabled();
  await expect(next.getByRole('slider', { name: 'Ceiling lights' })).toBeDisabled();
  await next.getByRole('button', { name: 'Details of Floor lamp' }).click();
  await expect(next.getByRole('dialog', { name: 'Floor lamp' }).getByText('Technical details')).toBeVisible();
  await expect(next.getByRole('button', { name: 'Favourite' }), 'the layout is not its own').toHaveCount(0);
  await expect(next.getByRole('dialog').getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await next.goto('/settings');
  await expect(next.getByText('Limited access')).toBeVisible();
  await expect(next.getByRole('button', { name: 'Add a phone or tablet' })).toBeHidden();

  await page.getByRole('button', { name: 'Done' }).last().click();
  await page.getByRole('button', { name: `Edit ${MARKUP}` }).click();
  expect(await page.locator('b').count(), 'a name is text').toBe(0);
  await page.getByRole('switch', { name: 'Can control devices' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(next.getByRole('button', { name: 'Add a phone or tablet' }), 'at once').toBeVisible();
});

test('the demo home names nobody to ask, and leads on to the connect page', async ({ page }) => {
  const begin = 'http://192.168.7.9:8420/install';
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), firstPage: begin } });
  });
  const setState = await replaceControllerState(page);
  await enterDemoHome(page);
  setState('changed');
  await expect(page.getByText('A different device is at your controller’s address')).toBeVisible();
  await expect(page.getByText('Ask someone who manages this home')).toBeHidden();
  setState('online');
  await page.goto('/settings#app');
  await expect(page.getByRole('link', { name: begin })).toHaveAttribute('href', begin);
  const code = page.getByRole('img', { name: 'QR code for the other phone' });
  await expect(code).toHaveCount(0);
  await page.getByText('Show the QR code').click();
  await expect(code).toBeVisible();

  await expect(page.getByText('My controller has a new address')).toBeHidden();
  await page.getByRole('button', { name: 'Add a controller' }).click();
  await expect(page.getByText('You’re in the demo home')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search again' })).toBeHidden();
  await page.getByRole('button', { name: 'Leave the demo home and connect your controller' }).click();
  await expect(page.getByRole('button', { name: 'Search again' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Controller address' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/connect');
  await expect(page.getByText('Signed out', { exact: true })).toBeHidden();
});

test.describe('with a service worker', () => {
  test.use({ hasServiceWorker: true });

  test('six digits sign in a screen for one room; when it is ended, it is signed out without a touch and keeps no data', async ({
    page,
    second,
    home
  }) => {
    const touches = await countTouches(page);
    await enterDemoHome(page);
    await waitForAppCache(page);
    await openPairing(page);
    await page.getByText('Some rooms').click();
    await expect(page.getByRole('switch', { checked: true, name: 'Living room' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Choose at least one room' })).toBeDisabled();
    await page.getByRole('switch', { name: 'Living room' }).click();
    await expect(page.getByText('1 of 14 rooms')).toBeVisible();
    const { digits } = await showCode(page);

    const next = await second.newPage();
    await next.goto('/connect');
    await next.getByRole('button', { name: 'Sign in with a code' }).click();
    await expect(next.getByLabel('6-digit code')).toBeFocused();
    await next.keyboard.type(digits);
    const name = next.getByLabel('Whose phone or tablet is this?');
    await expect(name).toHaveValue('');
    await next.getByRole('button', { name: 'Sign in' }).click();
    await expect(next.getByText('Enter a name, so that others know whose it is.')).toBeVisible();
    await name.fill('Guest');
    await next.getByRole('button', { name: 'Sign in' }).click();
    await expect(linkState(next)).toHaveText('Live');
    await expect(next.getByRole('link', { name: /^Living room/ })).toBeVisible();
    await expect(next.getByRole('link', { name: /^Kitchen/ })).toBeHidden();
    await expect(next.getByRole('link', { name: 'In your room: all closed' })).toBeVisible();
    await expect.poll(() => allStoredData(next)).toContain('Living room');
    expect(await allStoredData(next)).not.toContain('Kitchen');
    expect(await (await next.request.get(`${home.url}/api/me`)).json()).toMatchObject({
      rights: { rooms: [11], commands: true, until: null, manages: false }
    });

    await page.getByRole('button', { name: 'Done' }).last().click();
    expect(touches(), 'touches of who lets it in').toBe(6);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, sign out' }).click();
    await expect(next.getByText('Signed out', { exact: true })).toBeVisible();
    await expect(next.getByText('signed out by someone in your home. Ask for a new code')).toBeVisible();
    await expect.poll(() => allStoredData(next)).not.toContain('Living room');
  });

  test('no secret is readable in logs, responses, addresses, storage, caches or the data folder', async ({
    page,
    context,
    home
  }) => {
    const seen: string[] = [];
    const bodies: Promise<unknown>[] = [];
    page.on('request', (request) => seen.push(request.url()));
    page.on('response', (response) => {
      seen.push(JSON.stringify(response.headers()));
      if (response.url().includes('/api/'))
        bodies.push(
          response.text().then(
            (text) => seen.push(text),
            () => undefined
          )
        );
    });
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => seen.push(String(payload)));
      socket.on('framesent', ({ payload }) => seen.push(String(payload)));
    });
    await enterDemoHome(page);
    await waitForAppCache(page);
    await openRoom(page, 'Living room');
    await page.getByRole('switch', { name: 'Floor lamp' }).click();
    await openPairing(page);
    const { digits, address } = await showCode(page);

    const [cookie = ''] = (await context.cookies()).map(({ value }) => value);
    expect(cookie).toMatch(/^[\w-]{43}$/);
    const token = /eyJ[\w-]+\.[\w-]+/;
    const stored = await allStoredData(page);
    await Promise.all(bodies);
    const talk = seen.join('\n');
    for (const [what, text] of [
      ['the log', home.log],
      ['the page', stored],
      ['the wire', talk]
    ] as const) {
      expect(text, `the cookie in ${what}`).not.toContain(cookie);
      expect(text, `a token in ${what}`).not.toMatch(token);
    }
    for (const code of [digits, address.slice(address.indexOf('#') + 1)]) {
      expect(home.log, 'a code in the log').not.toContain(code);
      expect(stored, 'a code in the page').not.toContain(code);
    }
    // No file is replaced while it is read.
    await page.close();
    await home.stop();
    const files = (await readdir(home.dataDir, { recursive: true, withFileTypes: true })).filter((file) =>
      file.isFile()
    );
    expect(files.length).toBeGreaterThan(2);
    for (const { parentPath, name } of files) {
      const content = (await readFile(join(parentPath, name))).toString('latin1');
      for (const secret of [cookie, 'Living room', '"demo"'])
        expect(content.includes(secret), `${secret} in ${name}`).toBe(false);
      expect(content, `a token in ${name}`).not.toMatch(token);
    }
  });
});
