import type { Page } from '@playwright/test';
import { signInByAddress, test } from './harness/controller';
import { hold } from './harness/hold';
import { expect } from './harness/test';

test.use({ isShared: true });

const LISTS = '**/v2/devices/*/actions';

/** Replaces the controller's list of a device's methods. */
const answerLists = (page: Page, list: unknown): Promise<unknown> =>
  page.route(LISTS, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: list }) : route.fallback()
  );

test.beforeEach(({ page }) => signInByAddress(page));

test('a sheet of a device that offers no method of its own shows its values alone', async ({ page }) => {
  await answerLists(page, ['setStatus']);
  await page.goto('/rooms/11');
  await page.getByRole('button', { name: 'Details of Thermostat' }).click();
  const thermostat = page.getByRole('dialog', { name: 'Thermostat' });
  await expect(thermostat.getByRole('paragraph').filter({ hasText: 'Heat to 21.5°' })).toBeVisible();
  await expect(thermostat.getByText('Fan: Auto')).toBeVisible();
  await expect(thermostat.getByRole('spinbutton')).toHaveCount(0);
  // Those of its history.
  for (const span of ['Day', 'Week', 'Month'])
    await expect(thermostat.getByRole('radio', { name: span })).toBeAttached();
  await expect(thermostat.getByRole('radio')).toHaveCount(3);
});

test('a late list of methods moves nothing', async ({ page }) => {
  await answerLists(page, { actions: [{ method: 'pulse' }] });
  const answer = await hold(page, LISTS);
  await page.goto('/rooms/14');
  await page.getByRole('button', { name: 'Details of Siren' }).click();
  const siren = page.getByRole('dialog', { name: 'Siren' });
  const pulse = siren.getByRole('button', { name: 'Press' });
  await expect(siren.getByRole('switch', { name: 'Siren' })).toBeVisible();
  await expect.poll(() => siren.evaluate((sheet) => sheet.getAnimations({ subtree: true }).length)).toBe(0);
  const box = await pulse.boundingBox();

  answer();
  await expect(siren.getByText('Not available')).toBeVisible();
  await expect(siren.getByRole('switch', { name: 'Siren' })).toHaveCount(0);
  expect(await pulse.boundingBox()).toEqual(box);
});

test('a refusal stays in the sheet with the controller’s message, until it is dismissed or retried', async ({
  page,
  controller
}) => {
  await page.goto('/devices/59');
  const sheet = page.getByRole('dialog', { name: 'Underfloor heating' });
  const target = sheet.getByRole('spinbutton', { name: 'Underfloor heating target temperature' });
  await expect(target).toHaveAttribute('aria-disabled', 'false');
  await target.focus();
  await page.keyboard.press('End');
  await expect(sheet.getByText('Couldn’t do that: The device does not support this value')).toBeVisible();
  await expect(sheet.getByText('Failed · 35.0°')).toBeVisible();
  await expect(target, 'rolled back').toHaveAttribute('aria-valuenow', '20.5');

  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => controller.commandsReceived().length).toBe(2);
  await expect(sheet.getByText('Failed · 35.0°')).toBeVisible();
  await sheet.getByRole('button', { name: 'Dismiss' }).click();
  // What happened in the last day goes on telling it.
  await expect(sheet.getByRole('group', { name: 'Underfloor heating' }).getByText('Failed')).toHaveCount(0);
});

test('technical details are copied with one touch, and can be selected if the browser allows no copying', async ({
  page,
  context
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/devices/36');
  const sheet = page.getByRole('dialog', { name: 'Aquarium' });
  await expect(sheet.getByText('Never switch off for more than an hour')).toBeVisible();
  await expect(sheet.getByText('This note has a picture.')).toBeVisible();
  await sheet.getByText('Technical details').click();
  const copy = sheet.getByRole('button', { name: 'Copy details' });
  await copy.click();
  await expect(sheet.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const fact of ['Aquarium', 'Room: Living room', 'Type: DevSwitch', 'ID: 36', '"Status": true'])
    expect(copied).toContain(fact);
  expect(copied, 'notes are the household’s own').not.toContain('Never switch off');

  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await copy.click();
  const text = sheet.getByRole('textbox', { name: 'Details' });
  await expect(text).toHaveValue(/Type: DevSwitch/);
  await expect(text).toBeFocused();
  const selected = await text.evaluate(
    (field: HTMLTextAreaElement) => field.selectionEnd - field.selectionStart
  );
  expect(selected).toBeGreaterThan(100);
});
