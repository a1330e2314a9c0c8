import { NO_TIMERS, storedTimersSchema, TIMERS_FILE } from '../../proxy/server/base/store/stored-timers';
import { openStore } from '../support/sealed-folder';
import { openHomeByAddress, signInByAddress, test } from './harness/controller';
import { proxyOf } from './harness/proxy-calls';
import { expect } from './harness/test';
import { MINUTE_MS, openWall, screensaver } from './wall-page';

/** Makes the stored timers those of an earlier start of the machine. */
async function forgetBoot(folder: string) {
  const store = await openStore(folder);
  const file = store.file(TIMERS_FILE, storedTimersSchema, NO_TIMERS);
  file.write({ ...(await file.read()), seen: { boot: 'an earlier one', at: 0 } });
  await store.close();
}

test.use({ isShared: true, timezoneId: 'Europe/Kyiv' });

test('a timer is set in the sheet of a device or of a room’s lights, counts down, and ends by one tap or with that room’s off', async ({
  page,
  controller
}) => {
  await signInByAddress(page);
  await page.goto('/devices/24');
  await page.getByRole('button', { name: 'Off later' }).click();
  await page.getByRole('radiogroup', { name: 'When' }).getByText('15 min').click();
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByText(/^(.+ · )?Off in 15 min/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel timer' }).click();

  // The day on which the clock goes back.
  await page.getByRole('button', { name: 'Off later' }).click();
  await page.clock.setFixedTime('2026-10-25T00:10+03:00');
  await page.getByLabel('At', { exact: true }).fill('00:05');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(/^That is more than 24 hours ahead\./);

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
});

test.describe('with a program of its own', () => {
  test.use({ isShared: false });

  test('the lists of the wall and of the phone agree with the controller’s own log of commands', async ({
    page,
    second,
    home,
    controller,
    faults
  }) => {
    test.slow();
    faults.expected.push(/Failed to load resource|WebSocket/);
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
      { timeout: 20_000 }
    );

    await phone.goto(`${home.url}/now/activity`);
    const rows = phone.getByRole('list', { name: 'What happened' }).getByRole('listitem');
    await expect(rows).toContainText([
      /Terrace door: Open\s*Living room/,
      /Worktop lights: Off\s*Kitchen · Timer/,
      /Timer set: Worktop lights off/,
      /Film\s*Phone/
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

    await proxy.setTimer({ device: 21, method: 'setStatus', params: { status: true }, inMs: 60 * MINUTE_MS });
    await home.stop();
    await forgetBoot(home.dataDir);
    await home.start();
    await phone.goto(`${home.url}/rooms/11`);
    // In the last hour of a day the timer was due on the next one.
    const words = /Floor lamp was to turn on (?:at \d|on \d+ \w+, \d).* It is off\./;
    for (const screen of [page, phone])
      await expect(screen.getByRole('region', { name: /^Timers/ })).toContainText(words, { timeout: 60_000 });
    await page.clock.fastForward(6 * MINUTE_MS);
    await expect(screensaver(page)).toContainText(words);
    expect(controller.commandsReceived()).toHaveLength(received.length);
    await phone.getByRole('button', { name: 'Turn on now' }).click();
    await expect.poll(() => controller.device(21)?.params['Status']).toBe(true);
    for (const screen of [page, phone])
      await expect(screen.getByRole('region', { name: /^Timers/ })).toHaveCount(0);
  });
});
