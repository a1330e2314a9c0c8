import type { Locator, Page } from '@playwright/test';
import { signInByAddress, test } from './harness/controller';
import { messageOf } from './harness/conversation';
import { hold } from './harness/hold';
import { expect } from './harness/test';
import { checkView } from './harness/view-checks';

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
  const curve = thermometer.getByRole('img', { name: /^\d+\.\d °C \(\d+\.\d °C – \d+\.\d °C\)$/ });
  await expect(curve).toBeVisible();
  controller.setDevice(28, { params: { Value: 31.25 } });
  await expect(thermometer.getByRole('img', { name: /– 31\.3 °C\)$/ })).toBeVisible();
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

test('a history that arrives moves nothing below it, a missing one says so, and one that is shorter than a day begins with a gap', async ({
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

  const now = Math.floor(Date.now() / 1000);
  const rows = [5, 2].map((hours) => ({ time: now - hours * 3600, value: 20 + hours }));
  await page.route('**/parameter-history?*', (route) => route.fulfill({ json: { history: rows } }));
  await page.goto('/devices/28');
  const reader = page.getByRole('slider', { name: 'Value at a time' });
  await expect(reader).toHaveAttribute('aria-valuetext', /^\d+:\d\d.* · /);
  await reader.press('Home');
  await expect(reader).toHaveAttribute('aria-valuetext', /^\d+:\d\d.* · No reading$/);
});

test('a month of the controller is there at once, and earlier and later spans by keys', async ({ page }) => {
  await page.goto('/devices/28');
  const history = page.getByRole('dialog').getByRole('radiogroup', { name: 'History' });
  const earlier = page.getByRole('button', { name: 'Earlier' });
  const later = page.getByRole('button', { name: 'Later' });
  const reader = page.getByRole('slider', { name: 'Value at a time' });
  await expect(page.getByText('History · From the controller')).toBeVisible();
  await expect(reader).toHaveAttribute('aria-valuemax', '287');
  await history.getByRole('radio', { name: 'Day' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(reader).toHaveAttribute('aria-valuemax', /^33[357]$/);
  await page.keyboard.press('ArrowRight');
  await expect(reader).toHaveAttribute('aria-valuetext', /^\d+ \w+|^\w+ \d+/);
  await history.getByText('Day').click();
  await expect(later).toHaveCount(0);
  await earlier.press('Enter');
  await expect(page.getByText('Last 24 hours')).toHaveCount(0);
  await reader.press('Home');
  await expect(reader).toHaveAttribute('aria-valuetext', /^(00:00|12:00 AM) · \d/);
  await later.press('Enter');
  await expect(page.getByText('Last 24 hours')).toBeVisible();
  await expect(earlier).toBeFocused();
});

test.describe('a home with a record', () => {
  test.use({ timezoneId: 'Europe/Kyiv' });

  test('is drawn from it, also a day of 25 hours; the controller tells what it does not, and a failure can be retried', async ({
    page,
    faults
  }) => {
    await page.clock.setFixedTime('2026-10-26T10:00+02:00');
    await page.route('**/record', (route) => route.fulfill({ json: { isWanted: true, state: 'on' } }));
    const asked: URLSearchParams[] = [];
    let status = 200;
    let since = 0;
    await page.route('**/record/values?*', (route) => {
      const query = new URL(route.request().url()).searchParams;
      asked.push(query);
      const [from, until, count] = ['from', 'until', 'count'].map((name) => Number(query.get(name)));
      const buckets = Array.from({ length: count ?? 0 }, (_each, index) => (index < 9 ? null : [25, 26, 28]));
      const error = { code: status === 404 ? 'not-found' : 'internal', message: 'Not now' };
      const devices = { 28: { 'Value °C': buckets } };
      return route.fulfill({ status, json: status === 200 ? { since, from, until, devices } : { error } });
    });
    const rows = [{ time: Date.parse('2026-09-28T00:00Z') / 1000, value: 19 }];
    await page.route('**/parameter-history?*', (route) => route.fulfill({ json: rows }));
    await page.goto('/devices/28');
    await expect(page.getByText('26.0 °C (25.0 °C – 28.0 °C)')).toBeVisible();
    await expect(page.getByText('History', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Earlier' }).click();
    const reader = page.getByRole('slider', { name: 'Value at a time' });
    await expect(reader).toHaveAttribute('aria-valuemax', '299');
    await expect(page.getByText(/^Sunday/)).toBeVisible();
    await expect.poll(() => asked.at(-1)?.get('from')).toBe(String(Date.parse('2026-10-25T00:00+03:00')));
    expect(asked.at(-1)?.get('until')).toBe(String(Date.parse('2026-10-26T00:00+02:00')));
    await reader.press('End');
    await expect(reader).toHaveAttribute('aria-valuetext', /^(23:55|11:55 PM) · 26\.0 °C \(25\.0 °C – 28/);
    await checkView(page, 'sheet-history', false, 'dialog');

    faults.expected.push(/Failed to load resource/);
    status = 500;
    await page.getByRole('radiogroup', { name: 'History' }).getByText('Week').click();
    const retry = page.getByRole('dialog').getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    status = 404;
    await retry.click();
    await expect(page.getByText('History · From the controller')).toBeVisible();

    status = 200;
    since = Date.parse('2026-10-24T12:00+03:00');
    await page.getByRole('radiogroup', { name: 'History' }).getByText('Month').click();
    await expect(page.getByRole('img', { name: /19\.0 °C – 28\.0 °C/ })).toBeVisible();
    await expect(page.getByText('History · From the controller')).toBeVisible();
  });
});

test('what happened with a device is read when it is asked for, so that no control moves by itself', async ({
  page,
  controller
}) => {
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
  const summary = sheet.getByText('What happened', { exact: true });
  await summary.scrollIntoViewIfNeeded();
  const place = await target.boundingBox();
  expect(reads).toEqual([]);

  await summary.click();
  const rows = sheet.getByRole('list', { name: 'What happened' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Underfloor heating: 21.0°');
  expect(reads).toHaveLength(1);
  await summary.click();
  await expect(rows).toHaveCount(0);
  expect(await target.boundingBox()).toEqual(place);

  // In which time nothing happened.
  await page.goto('/devices/36');
  await page.getByText('What happened', { exact: true }).click();
  await expect(page.getByText(/^Nothing since .*\d, when Mantel started watching$/)).toBeVisible();
});
