import type { Page } from '@playwright/test';
import { HOUSE } from '../../proxy/sources/virtual/house/house';
import type { HousePlan } from '../../proxy/sources/virtual/house/plan';
import { startVirtual, type VirtualController } from '../../proxy/sources/virtual/start';
import type { Program } from '../../tools/support/program';
import { openHomeByAddress, test } from './harness/controller';
import { linkState } from './harness/link-state';
import { skipRecoveryCode } from './harness/recovery-code';
import { expect } from './harness/test';
import { findDefects } from './harness/view-checks';

/** The controller's new address, and an address without a controller. */
const ELSEWHERE = '127.0.0.2';
const NOWHERE = '127.0.0.9';

/** Another home: no device has the name of one in the usual home. */
const OTHER_HOUSE: HousePlan = {
  ...HOUSE,
  sections: HOUSE.sections.map((section) => ({
    ...section,
    rooms: section.rooms.map((room) => ({
      ...room,
      name: `New ${room.name}`,
      devices: room.devices.map((device) => ({ ...device, name: `New ${device.name}` }))
    }))
  }))
};

/** Starts another controller, on the port that this home's program uses for searches. */
const another = ({ port }: VirtualController, host: string, house = HOUSE) =>
  startVirtual({ isLiving: false, host, port, house, name: house === HOUSE ? 'Demo home' : 'New home' });

/** Types the password and signs in. */
async function signIn(page: Page): Promise<void> {
  await page.getByLabel('User name', { exact: true }).fill('demo');
  await page.getByLabel('Password', { exact: true }).fill('demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Creates a setup code with the program's option, and types it. */
async function bringSetupCode(page: Page, home: Program): Promise<void> {
  const code = (await home.run('setup-code')).trim();
  await page.getByText('Use a setup code').click();
  await page.getByLabel('Setup code or recovery code').fill(code);
  await page.getByRole('button', { name: 'Use this code' }).click();
  await expect(page.getByText('Setup code accepted')).toBeVisible();
}

/** Signs in to the known controller at a new address. */
async function signInElsewhere(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Demo home' }).click();
  await page.getByText('It has a new address').click();
  expect(await findDefects(page)).toEqual([]);
  await page.getByLabel('New address').fill(address);
  await signIn(page);
}

const isLive = (page: Page) => expect(linkState(page)).toHaveText('Live', { timeout: 15_000 });

test.beforeEach(({ page }) => openHomeByAddress(page));

test('if another controller has the known address, a setup code adds it as a new home', async ({
  second,
  controller,
  home
}) => {
  await controller.unplug();
  const replaced = await another(controller, controller.address, OTHER_HOUSE);

  const next = await second.newPage();
  await next.goto('/connect');
  await next.getByRole('button', { name: 'Demo home' }).click();
  await signIn(next);
  await expect(next.getByRole('alert')).toContainText('This looks like a different home');
  await expect(next.getByRole('alert')).toContainText('Go back and use a setup code');
  await next.getByRole('button', { name: 'Use a different controller' }).click();

  await bringSetupCode(next, home);
  await next.getByRole('button', { name: 'Demo home' }).click();
  await signIn(next);
  await next.getByRole('button', { name: 'Sign in to it as a new home' }).click();
  await skipRecoveryCode(next);
  await isLive(next);
  await expect(next.getByRole('heading', { level: 1, name: 'New home' })).toBeVisible();
  await expect(next.getByRole('link', { name: /^New Living room/ })).toBeVisible();
  await replaced.stop();
});

test('if the controller has moved, a setup code and its new address restore the home, and a phone of before is let back in', async ({
  page,
  second,
  controller,
  home
}) => {
  await controller.unplug();
  const moved = await another(controller, ELSEWHERE);

  const next = await second.newPage();
  await next.goto('/connect');
  await bringSetupCode(next, home);
  await signInElsewhere(next, '8.8.8.8');
  await expect(next.getByRole('alert')).toContainText('Enter a local address');
  await next.getByLabel('New address').fill(ELSEWHERE);
  await signIn(next);
  await isLive(next);
  // The moved controller has new tokens and refused the old ones, so the old phone waits for a sign-in.
  await expect(linkState(page)).toHaveText('Signed out');
  await next.getByRole('button', { name: 'Let it back in' }).click();
  await isLive(page);
  await moved.stop();
});

test('if the controller has moved, a managing phone can enter its new address in the settings, and none of another home', async ({
  page,
  controller
}) => {
  await controller.unplug();
  const other = await another(controller, NOWHERE, OTHER_HOUSE);
  const moved = await another(controller, ELSEWHERE);
  await page.goto('/settings');
  await page.getByText('My controller has a new address', { exact: true }).click();

  const use = page.getByRole('button', { name: 'Use this address' });
  const card = page.getByRole('region', { name: 'Controllers' });
  await card.getByLabel('New address').fill('mantel.example');
  await use.click();
  await expect(card.getByRole('alert')).toContainText('Enter a local address');
  await card.getByLabel('New address').fill(NOWHERE);
  await use.click();
  const password = card.getByLabel('Password of demo');
  await expect(password).toBeFocused();
  await password.fill('demo');
  await use.click();
  await expect(card.getByRole('alert')).toContainText('This looks like a different home');

  await card.getByLabel('New address').fill(ELSEWHERE);
  await password.fill('wrong');
  await use.click();
  await expect(card.getByRole('alert')).toContainText('Wrong user name or password');
  await password.fill('demo');
  await use.click();
  await expect(card.getByRole('status')).toHaveText(`Your controller is at ${ELSEWHERE} now.`);
  await expect(card.getByText(ELSEWHERE, { exact: true })).toBeVisible();
  await expect(password).toBeHidden();
  await isLive(page);
  await Promise.all([moved.stop(), other.stop()]);
});
