import { openHomeByAddress, test } from './harness/controller';
import { countTouches } from './harness/count-touches';
import { expect } from './harness/test';

test.use({ isShared: true });

test('what needs attention, lights and openings are one touch away', async ({ page, controller }) => {
  const touches = await countTouches(page);
  await openHomeByAddress(page);
  const back = () => page.getByRole('link', { name: 'Back' }).click();
  controller.setDevice(158, { params: { batteryLevel: 9 } });
  const chip = page.getByRole('link', { name: '5 need attention' });
  await chip.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Needs attention' })).toBeVisible();
  expect(touches()).toBe(1);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(row('Roof window')).toContainText(/9 % · Guest room\s*Replace its battery soon/);
  await expect(row('Ceiling light')).toContainText(/Not responding for \d+ (hr|days?).*\s*Check the plug/);
  await expect(row('Old leak sensor')).toContainText(/Not responding for 40 days · Cellar\s*Replace the/);

  await page.getByRole('button', { name: 'In a week: Old leak sensor' }).click();
  await expect(row('Old leak sensor')).toHaveCount(0);
  await page.getByText('Put off').click();
  await expect(row('Old leak sensor')).toContainText(/until \d/);
  await back();
  await expect(chip, 'a hazard counts nevertheless').toBeVisible();
  await page.goto('/now/batteries');
  await expect(page.getByText(/^Motion · .*35 %$/)).toBeVisible();
  await page.getByText('Put off').click();
  await page.getByRole('button', { name: 'Show again: Old leak sensor' }).click();
  await expect(page.getByRole('button', { name: 'In a week: Old leak sensor' })).toBeVisible();

  await back();
  await page.getByRole('link', { name: '9 lights on' }).click();
  const lamps = page.getByRole('group', { name: 'Ceiling lights', exact: true });
  await expect(lamps.first(), 'not since it has its level').toContainText(/64 % · on since \S/);
  await expect(page.getByRole('group', { name: 'Floor lamp', exact: true })).toContainText('Off');

  await back();
  await page.getByRole('link', { name: 'All closed' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Doors & windows' })).toBeVisible();
  const terrace = page.getByRole('group', { name: 'Terrace door', exact: true });
  await expect(terrace).toContainText(/Closed · since .*\d/);
  await expect(page.getByRole('group', { name: 'Front door', exact: true })).toContainText('Closed');
  controller.setDevice(32, { params: { Tripped: true, lasttrip: Math.floor(Date.now() / 1000) } });
  await expect(terrace).toContainText(/Open · since \d/);
  await back();
  await expect(page.getByRole('link', { name: 'Terrace door open', exact: true })).toBeVisible();
});

test('the keys “/” and Ctrl+K open the search, which offers words and finds what they mean', async ({
  page
}) => {
  await openHomeByAddress(page);
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeAttached();
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: 'Not responding' }).click();
  await expect(field).toHaveValue('Not responding');
  await expect(page.getByRole('group', { name: 'Old leak sensor' })).toBeVisible();
  await field.fill('батарея');
  await expect(page.getByRole('main').getByRole('group').first()).toContainText('Almost empty');
  await field.fill('kitch');
  await page.getByRole('link', { name: /^Kitchen/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'kitch' }).click();
  await expect(page.getByRole('link', { name: /^Kitchen/ })).toBeVisible();
});
