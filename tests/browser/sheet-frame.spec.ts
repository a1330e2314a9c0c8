import { readFile } from 'node:fs/promises';
import { enterDemoHome, openRoom } from './demo-home';
import { hold } from './harness/hold';
import { expect, test } from './harness/test';
import { recorded } from './home-record';

test.use({ isShared: true });

/** The build's list of files, by the source that each was made of. */
const MANIFEST = new URL('../../.svelte-kit/output/client/.vite/manifest.json', import.meta.url);

/** Returns the URL pattern of the code that a sheet's frame does not wait for. */
async function partsPattern(): Promise<string> {
  const manifest: Record<string, { file?: string }> = JSON.parse(await readFile(MANIFEST, 'utf8'));
  const file = manifest['src/features/sheets/parts.ts']?.file;
  if (file === undefined) throw new Error('the parts of a device sheet are no file of their own');
  return `**/${file}`;
}

/** Returns the URL pattern of the code of a device's sheet: of the file with these keys of its messages. */
async function sheetPattern(): Promise<string> {
  const manifest: Record<string, { file: string }> = JSON.parse(await readFile(MANIFEST, 'utf8'));
  for (const { file } of Object.values(manifest)) {
    const text = await readFile(new URL(`../${file}`, MANIFEST), 'utf8');
    if (['sheet.goneHint', 'error.offline', 'app.retry'].every((key) => text.includes(key)))
      return `**/${file}`;
  }
  throw new Error('the code of a device sheet was not found');
}

test('a sheet shows name, room and state before the code of its controls has arrived', async ({ page }) => {
  const answer = await hold(page, await partsPattern());
  await enterDemoHome(page);
  await openRoom(page, 'Living room');
  await page.getByRole('button', { name: 'Details of Thermostat' }).click();

  const sheet = page.getByRole('dialog', { name: 'Thermostat' });
  await expect(sheet.getByText('Living room')).toBeVisible();
  await expect(sheet.getByRole('group', { name: 'Thermostat' })).toContainText('°C');
  await expect(sheet.getByRole('button', { name: 'Favourite' })).toBeEnabled();
  const name = await sheet.getByRole('heading', { name: 'Thermostat' }).boundingBox();

  answer();
  await expect(sheet.getByRole('spinbutton', { name: 'Thermostat target temperature' })).toBeVisible();
  expect(await sheet.getByRole('heading', { name: 'Thermostat' }).boundingBox(), 'nothing moved').toEqual(
    name
  );
});

test('a sheet whose code does not arrive says so, and Retry loads it again', async ({ page, faults }) => {
  faults.expected.push(/Failed to load resource|Failed to fetch dynamically imported module/);
  const pattern = await partsPattern();
  await page.route(pattern, (route) => route.abort());
  await enterDemoHome(page);
  // An idle page loads the code, and reloads itself once if that fails, as after an update that removed the file.
  await page.waitForFunction(() =>
    performance.getEntriesByType('navigation').some((entry) => Reflect.get(entry, 'type') === 'reload')
  );
  // A tile of the record leads to a room too, but what it leads to takes no touch for a moment.
  await expect(recorded(page)).toHaveCount(0);
  await openRoom(page, 'Living room');
  await page.getByRole('button', { name: 'Details of Floor lamp' }).click();
  const sheet = page.getByRole('dialog', { name: 'Floor lamp' });
  await expect(sheet.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.unroute(pattern);
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await expect(sheet.getByRole('switch', { name: 'Floor lamp' })).toBeVisible();
});

test('Back and Escape close a sheet that is still opening, and it does not come later', async ({ page }) => {
  const answer = await hold(page, await sheetPattern());
  await enterDemoHome(page);
  await openRoom(page, 'Living room');
  const room = page.url();
  for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await page.getByRole('button', { name: 'Details of Floor lamp' }).click();
    await expect(page).toHaveURL(/\/devices\/21$/);
    await leave();
    await expect(page).toHaveURL(room);
  }
  answer();
  await page.getByRole('button', { name: 'Details of Thermostat' }).click();
  await expect(page.getByRole('dialog', { name: 'Thermostat' })).toBeVisible();
  // Two Escapes at once leave the sheet, and not the room too.
  await page.evaluate(() => {
    for (let press = 0; press < 2; press++)
      document.querySelector('dialog[open]')?.dispatchEvent(new Event('cancel', { cancelable: true }));
  });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(room);
});
