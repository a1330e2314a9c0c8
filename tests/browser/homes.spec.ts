import type { Page } from '@playwright/test';
import { HOUSE } from '../../proxy/sources/virtual/house/house';
import { startVirtual, type VirtualController } from '../../proxy/sources/virtual/start';
import { heapOf } from '../../tools/support/browser';
import { freePort } from '../../tools/support/ports';
import { controllerAt } from '../../tools/support/test-variables';
import { isWhole, stormSize } from '../faults/storm';
import { seeAlarm } from './harness/alarm';
import { linkState, untilLive } from './harness/link-state';
import { skipRecoveryCode } from './harness/recovery-code';
import { signIn } from './harness/sign-in';
import { expect, test as base } from './harness/test';
import { checkView } from './harness/view-checks';

const FIELD = '127.0.0.1';
const LAKE = '127.83.9.2';
const NAMES = { [FIELD]: 'Field house', [LAKE]: 'Lake house' };
type Address = keyof typeof NAMES;
const LAMP = 'Floor lamp';
const LAMP_ID = HOUSE.sections
  .flatMap(({ rooms }) => rooms.flatMap(({ devices }) => devices))
  .find(({ name }) => name === LAMP)?.id as number;
const SMOKE_ID = 48;
const SWITCHES = stormSize(100);
/** Switches before the count, in which the browser compiles what it runs. */
const WARM_UP = isWhole ? 20 : 0;

const startAt = (host: Address, port: number) =>
  startVirtual({
    host,
    port,
    name: NAMES[host],
    isLiving: false,
    tokenSecret: host.repeat(4),
    mac: host === FIELD ? '02:4d:61:6e:74:9a' : '02:4d:61:6e:74:9b'
  });

/** Two homes with the same ids, names and users, by their addresses. */
type Homes = Record<Address, VirtualController> & { restart(address: Address): Promise<void> };

const test = base.extend<{ homes: Homes; port: number }>({
  port: async ({ browserName: _ }, use) => use(await freePort()),
  homes: async ({ port }, use) => {
    const homes = {
      [FIELD]: await startAt(FIELD, port),
      [LAKE]: await startAt(LAKE, port),
      restart: async (address: Address) => void (homes[address] = await startAt(address, port))
    };
    await use(homes);
    await Promise.all([homes[FIELD].stop(), homes[LAKE].stop()]);
  },
  options: async ({ port, homes: _ }, use) => use(['--no-demo', ...controllerAt(port)])
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const homesButton = (page: Page) => page.getByRole('button', { name: 'Homes' });

/** Signs a page's browser in to both homes, and opens the first one. */
async function openBoth(page: Page): Promise<void> {
  for (const address of [LAKE, FIELD]) await signIn(page, { address });
  await page.goto('/');
  await untilLive(page);
}

/** Leads to another home by the list. */
async function switchTo(page: Page, name: string): Promise<void> {
  await homesButton(page).click();
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
}

test('a controller is added by its address, one touch from the other', async ({ page }) => {
  await signIn(page, { address: FIELD });
  await page.goto('/');
  await untilLive(page);
  await expect(homesButton(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Takes a phone that manages every home here')).toBeVisible();
  await page.getByRole('button', { name: 'Add a controller' }).click();
  await page.getByRole('textbox', { name: 'Controller address' }).fill(LAKE);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'User name' }).fill('demo');
  await page.getByRole('textbox', { name: 'Password' }).fill('demo');
  const name = page.getByLabel('Name this phone or tablet', { exact: true });
  await expect(name).toHaveValue('');
  const kind = (await name.getAttribute('placeholder')) ?? '';
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'A recovery code for Lake house' })).toBeVisible();
  await skipRecoveryCode(page);
  await expect(heading(page, 'Lake house')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  const row = page.getByRole('button', { name: `Edit ${kind}`, exact: true });
  await expect(row, 'without a name it has its kind').toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await switchTo(page, 'Field house');
  await untilLive(page);
  await homesButton(page).click();
  const links = page.getByRole('main').getByRole('link');
  await expect(links).toHaveText([/Field house\s*Live/, /Lake house\s*Live/]);
});

test('a phone that does not manage every home adds one with a setup code alone', async ({ page }) => {
  await signIn(page, { address: FIELD });
  const json = { controllers: [], searching: false, hints: [], mayAdd: false };
  await page.route(/\/api\/controllers(\?|$)/, (route) => route.fulfill({ json }));
  await page.goto('/connect');
  await expect(page.getByText('You don’t manage every home here')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Controller address' })).toBeHidden();
  await page.getByText('None of these work').click();
  await expect(page.getByLabel('Setup code or recovery code')).toBeVisible();
});

test('switches show nothing of the other home, and leave nothing', async ({ page, homes }) => {
  test.setTimeout(120_000);
  const lamp = page.getByRole('switch', { name: LAMP });
  await openBoth(page);
  const devtools = await page.context().newCDPSession(page);
  const heaps: number[] = [];
  for (let n = 1 - WARM_UP; n <= SWITCHES; n += 1) {
    const [shown, other] = n % 2 ? ([LAKE, FIELD] as const) : ([FIELD, LAKE] as const);
    const isOn = n % 4 < 2;
    homes[other].setDevice(LAMP_ID, { params: { Status: !isOn } });
    homes[shown].setDevice(LAMP_ID, { params: { Status: isOn } });
    const isDown = n % 24 === 5 || n === 6;
    if (isDown) await homes[shown].stop();
    await switchTo(page, NAMES[shown]);
    if (isDown) {
      await expect(linkState(page)).toHaveText(/Controller not responding/);
      await homes.restart(shown);
      homes[shown].setDevice(LAMP_ID, { params: { Status: isOn } });
    }
    await untilLive(page);
    await expect(lamp).toHaveAttribute('aria-checked', String(isOn));
    homes[other].setDevice(LAMP_ID, { params: { Status: isOn } });
    if (n === 10 || n === SWITCHES) heaps.push(await heapOf(devtools));
  }
  if (!isWhole) return;
  const [warm = 0, last = 0] = heaps;
  console.info(
    `heap after 10 and ${SWITCHES} switches: ${heaps.map((each) => each.toFixed(2)).join(', ')} MB`
  );
  expect(last).toBeLessThan(warm * 1.1);
});

test('two tabs on two homes command their own, also after a reload', async ({ page, homes }) => {
  await openBoth(page);
  const other = await page.context().newPage();
  await other.goto('/');
  await untilLive(other);
  await switchTo(other, 'Lake house');
  await untilLive(other);
  for (const [tab, at] of [
    [page, FIELD],
    [other, LAKE]
  ] as const) {
    await tab.reload();
    await expect(heading(tab, NAMES[at])).toBeVisible();
    await untilLive(tab);
    await tab.getByRole('switch', { name: LAMP }).click();
    await expect.poll(() => homes[at].commandsReceived().length).toBe(1);
  }
  expect([FIELD, LAKE].map((at) => homes[at as Address].commandsReceived().length)).toEqual([1, 1]);
  await page.goto('/');
  await expect(heading(page, 'Field house'), 'the tab keeps its home').toBeVisible();
  const fresh = await page.context().newPage();
  await fresh.goto('/');
  await expect(heading(fresh, 'Field house'), 'a new tab opens the last one').toBeVisible();
});

test('a danger in another home is a banner that leads there', async ({ page, homes }) => {
  await openBoth(page);
  homes[LAKE].setDevice(SMOKE_ID, { params: { Tripped: true } });
  const banner = page.getByRole('region', { name: 'Alarms' });
  await expect(banner.getByRole('link')).toHaveText(/Alarm: Smoke\s*·\s*Lake house/, { timeout: 2_000 });
  await homesButton(page).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Lake house' })).toContainText('Smoke');
  await checkView(page, 'homes', true);
  await banner.getByRole('link').click();
  await seeAlarm(page);
  await expect(page.getByRole('main').getByText('Smoke alarm')).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/h\/\w+\/now\/alarms$/);

  await page.getByRole('link', { name: 'Back' }).click();
  await homes[FIELD].stop();
  await homesButton(page).click();
  await page.getByRole('button', { name: 'Forget Field house' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click();
  await expect(page.getByText('Field house goes in 24 hours')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Field house' }).click();
  await expect(page.getByRole('button', { name: 'Forget now' })).toBeVisible();
  await checkView(page, 'leaving', true);
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByRole('button', { name: 'Take it back' })).toHaveCount(0);
});

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

test('without a network each home opens as it was last seen', async ({ page, context }) => {
  await openBoth(page);
  await switchTo(page, 'Lake house');
  await untilLive(page);
  await context.setOffline(true);
  await switchTo(page, 'Field house');
  await expect(page.getByRole('link', { name: /^Living room/ })).toBeVisible();
  await expect(linkState(page)).not.toHaveText(/Live/);
  await context.setOffline(false);
  await untilLive(page);
  await signOut(page, 'Sign out');
  await expect(heading(page, 'Lake house')).toBeVisible();
  await untilLive(page);
  await expect(homesButton(page)).toHaveCount(0);
});

test('a sign-out of all homes leaves nothing of them', async ({ page }) => {
  await openBoth(page);
  await signOut(page, 'Sign out of all homes');
  await expect(page).toHaveURL(/\/connect$/);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).not.toContain('mantel.homes');
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).not.toMatch(/house|[.][0-9a-f]{12}/);
  expect((await page.request.get('/api/me')).status()).toBe(401);
});
