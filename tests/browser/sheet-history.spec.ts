import type { Locator, Page } from '@playwright/test';
import { signInByAddress, test } from './harness/controller';
import { messageOf } from './harness/conversation';
import { hold } from './harness/hold';
import { expect } from './harness/test';

test.use({ isShared: true });

/** The last changes of a state. */
const changesIn = (place: Page | Locator) =>
  place.getByRole('list', { name: 'History' }).getByRole('listitem');

test.beforeEach(async ({ page }) => {
  await signInByAddress(page);
});

test('a measured value has a chart and a table, a valve what its room measures, a switch its last changes, and all update', async ({
  page,
  controller
}) => {
  await page.goto('/devices/28');
  const thermometer = page.getByRole('dialog', { name: 'Temperature' });
  const curve = thermometer.getByRole('img', { name: /^\d+\.\d °C – \d+\.\d °C since / });
  await expect(curve).toBeVisible();
  controller.setDevice(28, { params: { Value: 31.25 } });
  await expect(thermometer.getByRole('img', { name: /– 31\.3 °C since / })).toBeVisible();
  await thermometer.getByText('Show as a table').click();
  await expect(thermometer.getByRole('row').nth(1)).toContainText('31.3 °C');

  controller.setDevice(107, { params: { Value: 18.44 } });
  await page.goto('/devices/105');
  const valve = page.getByRole('dialog', { name: 'Radiator valve' });
  await expect(valve.getByText('From “Temperature”')).toBeVisible();
  await expect(valve.getByText('18.4 °C · Idle')).toBeVisible();

  // The last message with which a connection begins.
  const live = messageOf(page, /"type":"controller"/);
  await page.goto('/devices/21');
  await live;
  const lamp = page.getByRole('dialog', { name: 'Floor lamp' });
  await expect(changesIn(lamp)).toHaveCount(5);
  const last = changesIn(lamp).first();
  await expect(last).toContainText('Off');
  await lamp.getByRole('switch', { name: 'Floor lamp' }).click();
  await expect(last).toHaveText(/^On\s*Today \d+:\d\d/);
  await lamp.getByRole('button', { name: /^Show all \d+$/ }).click();
  expect(await changesIn(lamp).count()).toBeGreaterThan(5);
});

test('a history that arrives moves nothing below it, a missing one says so, and one that is shorter than a day says since when', async ({
  page,
  faults
}) => {
  const answer = await hold(page, '**/parameter-history?*');
  await page.goto('/devices/21');
  const facts = page.getByRole('dialog').getByRole('heading', { name: 'Details' });
  await expect(facts).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(
        () => document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1).length
      )
    )
    .toBe(0);
  const box = await facts.boundingBox();
  answer();
  await expect(changesIn(page)).toHaveCount(5);
  expect(await facts.boundingBox()).toEqual(box);

  await page.unroute('**/parameter-history?*');
  await page.route('**/parameter-history?*', (route) => route.fulfill({ json: { history: 'none' } }));
  await page.goto('/devices/24');
  const retry = page.getByRole('dialog').getByRole('button', { name: 'Retry' });
  await expect(page.getByText('but it isn’t a controller')).toBeVisible();
  await page.unroute('**/parameter-history?*');
  await retry.click();
  await expect(changesIn(page)).toHaveCount(5);

  faults.expected.push(/Failed to load resource/);
  const error = { code: 'controller-refused', message: 'No such path' };
  await page.route('**/parameter-history?*', (route) => route.fulfill({ status: 404, json: { error } }));
  await page.goto('/devices/36');
  await expect(page.getByText('This controller doesn’t keep a history')).toBeVisible();
  await expect(retry).toHaveCount(0);

  const hour = 3600;
  const now = Math.floor(Date.now() / 1000);
  await page.route('**/parameter-history?*', (route) =>
    route.fulfill({
      json: {
        history: [
          { time: now - 5 * hour, value: 20 },
          { time: now - 2 * hour, value: 22.5 }
        ]
      }
    })
  );
  await page.goto('/devices/28');
  const sheet = page.getByRole('dialog', { name: 'Temperature' });
  await expect(sheet.getByText(/^Since \d+:\d\d/)).toBeVisible();
  const reader = sheet.getByRole('slider', { name: 'Value at a time' });
  await reader.focus();
  await page.keyboard.press('Home');
  await expect(reader).toHaveAttribute('aria-valuetext', /^\d+:\d\d.* · 20\.0 °C$/);
});

test('what happened is read when asked for, so no control moves by itself', async ({ page, controller }) => {
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/happened')) reads.push(request.url());
  });
  await page.goto('/devices/59');
  const sheet = page.getByRole('dialog', { name: 'Underfloor heating' });
  const target = sheet.getByRole('spinbutton', { name: 'Underfloor heating target temperature' });
  await expect(target).toHaveAttribute('aria-disabled', 'false');
  await target.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => controller.commandsReceived().length).toBe(1);
  await expect(sheet.getByText('Sending')).toHaveCount(0);
  const place = await target.boundingBox();
  expect(reads).toEqual([]);

  await sheet.getByText('What happened', { exact: true }).click();
  const rows = sheet.getByRole('list', { name: 'What happened' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Underfloor heating: 21.0°');
  expect(reads).toHaveLength(1);
  await sheet.getByText('What happened', { exact: true }).click();
  await expect(rows).toHaveCount(0);
  expect(await target.boundingBox()).toEqual(place);

  // In which time nothing happened.
  await page.goto('/devices/36');
  await page.getByText('What happened', { exact: true }).click();
  await expect(page.getByText(/^Nothing has happened yet\. Known since .*\d\.$/)).toBeVisible();
});
