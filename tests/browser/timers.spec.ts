import { openHomeByAddress, signInByAddress, test } from './harness/controller';
import { proxyOf } from './harness/proxy-calls';
import { expect } from './harness/test';
import { openWall } from './wall-page';

test.use({ isShared: true, timezoneId: 'Europe/Kyiv' });

test('a timer is set in a sheet, counts down on every screen, is cancelled by one tap, and is refused if it is more than 24 hours ahead', async ({
  page,
  second,
  home,
  controller
}) => {
  await signInByAddress(page);
  const other = await second.newPage();
  await signInByAddress(other, home.url);
  await other.goto(`${home.url}/rooms/11`);
  await page.goto('/devices/24');
  await page.getByRole('button', { name: 'Off later' }).click();
  await page.getByRole('radiogroup', { name: 'When' }).getByText('15 min').click();
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  for (const screen of [page, other])
    await expect(screen.getByText(/^(.+ · )?Off in 15 min/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel timer' }).click();
  await expect(page.getByRole('button', { name: 'Off later' })).toBeVisible();
  await expect(other.getByText(/Off in/)).toHaveCount(0);
  expect(controller.commandsReceived()).toEqual([]);

  // The day on which the clock goes back.
  await page.getByRole('button', { name: 'Off later' }).click();
  await page.clock.setFixedTime('2026-10-25T00:10+03:00');
  await page.getByLabel('At', { exact: true }).fill('00:05');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(/^That is more than 24 hours ahead\./);
  await page.getByRole('radiogroup', { name: 'When' }).getByText('15 min').click();
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Cancel timer' })).toBeVisible();
});

test('the timer of a room is set in the sheet of its lights, and ends with that room’s off', async ({
  page,
  controller
}) => {
  await signInByAddress(page);
  await page.goto('/rooms/11/lights');
  const sheet = page.getByRole('dialog', { name: 'Lights in Living room' });
  await sheet.getByRole('button', { name: 'Off later' }).click();
  await sheet.getByRole('radiogroup', { name: 'When' }).getByText('30 min').click();
  await sheet.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(sheet.getByRole('button', { name: 'Cancel timer' })).toBeVisible();
  // The room's own line, and the tiles of its two lamps that are on.
  await expect(sheet.getByText(/Off in 30 min/)).toHaveCount(3);
  expect(controller.commandsReceived()).toEqual([]);
  await sheet.getByRole('switch', { name: 'Lights in Living room' }).click();
  await expect(sheet.getByRole('button', { name: 'Cancel timer' })).toHaveCount(0);
  await sheet.getByRole('switch', { name: 'Lights in Living room' }).click();
  await expect(sheet.getByRole('button', { name: 'Off later' })).toBeVisible();
  await expect(sheet.getByText(/Off in/)).toHaveCount(0);
});

test.describe('with a program of its own', () => {
  test.use({ isShared: false });

  test('the lists of the wall and of the phone agree with the controller’s own log of commands', async ({
    page,
    second,
    home,
    controller
  }) => {
    test.slow();
    await page.setViewportSize({ width: 1280, height: 800 });
    await openWall(page, new Date(), { hasNight: false });
    const proxy = await proxyOf(page);
    const level = (device: number, to: number) => ({ device, method: 'setLevel', params: { level: to } });
    await proxy.putScene('film', 'Film', [level(24, 20), level(25, 10)]);

    const phone = await second.newPage();
    await openHomeByAddress(phone, home.url);
    const film = phone.getByRole('group', { name: 'Scenes' }).getByRole('button', { name: 'Film' });
    await film.click();
    await expect(film).toHaveAccessibleDescription('As set', { timeout: 20_000 });
    await proxy.setTimer({ device: 42, method: 'setStatus', params: { status: false }, inMs: 1_000 });
    await expect.poll(() => controller.device(42)?.params['Status'], { timeout: 20_000 }).toBe(false);
    controller.setDevice(32, { params: { Tripped: true } });

    const column = page.getByRole('list', { name: 'What happened' }).getByRole('listitem');
    await expect(column).toHaveText(
      [
        /^\d+:\d+( [AP]M)?\s*Terrace door: Open$/,
        /^\d+:\d+( [AP]M)?\s*Worktop lights: Off$/,
        /^\d+:\d+( [AP]M)?\s*Film$/
      ],
      {
        timeout: 20_000
      }
    );

    await phone.goto(`${home.url}/now/activity`);
    const rows = phone.getByRole('list', { name: 'What happened' }).getByRole('listitem');
    await expect(rows).toContainText([
      /Terrace door: Open\s*Living room · At the device or by the controller/,
      /Worktop lights: Off\s*Kitchen · Timer · Done/,
      /Timer set: Worktop lights off/,
      /Film\s*Phone · Done/
    ]);
    await expect(rows).toHaveCount(4);

    const told = (await proxy.happened()).flatMap((each) => (each.kind === 'commanded' ? each.commands : []));
    expect(told.map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    const received = controller.commandsReceived();
    const named = (device: number, method: string, params: unknown) =>
      JSON.stringify([device, method, params]);
    expect(told.map(({ device, method, params }) => named(device, method, params)).sort()).toEqual(
      received.map(({ device, method, params }) => named(device, method, params)).sort()
    );
  });
});
