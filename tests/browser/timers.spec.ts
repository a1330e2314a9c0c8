import { FULL_RIGHTS } from '../../src/shared/rights';
import { openRoom } from './demo-home';
import { openHomeByAddress, signInByAddress, test } from './harness/controller';
import { pairBrowser } from './harness/pair-browser';
import { proxyOf } from './harness/proxy-calls';
import { expect } from './harness/test';
import { openWall } from './wall-page';

test.use({ isShared: true });

test('a timer is set in a sheet, counts down on the tile of every screen, and is cancelled by one tap', async ({
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
});

test.describe('on the day on which the clock goes back', () => {
  test.use({ timezoneId: 'Europe/Kyiv' });

  test('a time that is more than 24 hours ahead is refused in a sentence, and another one can be chosen', async ({
    page
  }) => {
    await signInByAddress(page);
    await page.goto('/devices/24');
    await page.getByRole('button', { name: 'Off later' }).click();
    await page.clock.setFixedTime('2026-10-25T00:10+03:00');
    await page.getByLabel('At', { exact: true }).fill('00:05');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(/^That is more than 24 hours ahead\./);
    await page.getByRole('radiogroup', { name: 'When' }).getByText('15 min').click();
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Cancel timer' })).toBeVisible();
  });
});

test('the list of what happened agrees with the commands that the controller received', async ({
  page,
  controller
}) => {
  await openHomeByAddress(page);
  await openRoom(page, 'Living room');
  await page.getByRole('switch', { name: 'Lights in Living room' }).click();
  await expect(page.getByText('2 of 2 done', { exact: true })).toBeVisible();
  controller.setDevice(24, { params: { Status: true, Level: 30 } });
  await page.goto('/');
  await page.getByRole('link', { name: 'What happened' }).click();
  await expect(page).toHaveURL(/\/now\/activity$/);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: 'Living room: lights off' })).toContainText('Done');
  // The lamp that is reported off gets its command too, and nothing is said of it.
  await expect.poll(() => controller.commandsReceived()).toHaveLength(3);
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

test('a guest sees and sets timers in its rooms alone, and is told of nothing else', async ({
  page,
  second,
  home,
  controller
}) => {
  await openHomeByAddress(page);
  const proxy = await proxyOf(page);
  const off = (device: number) => ({ device, method: 'setStatus', params: { status: false } });
  await proxy.setTimer({ ...off(24), inMs: 900_000 });
  const guest = await second.newPage();
  await pairBrowser(page, guest, home, { ...FULL_RIGHTS, rooms: [12] });
  await guest.goto(`${home.url}/devices/42`);
  await guest.getByRole('button', { name: 'Off later' }).click();
  await guest.getByRole('radiogroup', { name: 'When' }).getByText('5 min', { exact: true }).click();
  await guest.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(guest.getByRole('button', { name: 'Cancel timer' })).toBeVisible();
  await guest.goto(`${home.url}/devices/24`);
  await expect(guest.getByText('Device not found').first()).toBeVisible();
  await guest.goto(`${home.url}/now/activity`);
  const rows = guest.getByRole('list', { name: 'What happened' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Timer set: Worktop lights off');
  await expect(rows.filter({ hasText: 'Ceiling lights' })).toHaveCount(0);
  await page.goto('/now/activity');
  // The program is shared: the timers of other tests stand in its list too.
  const set = (lamp: string) => page.getByRole('listitem').filter({ hasText: `Timer set: ${lamp}` });
  await expect(set('Worktop lights off').first()).toContainText('Guest');
  await expect(set('Ceiling lights off').first()).toContainText('Phone');
  expect(controller.commandsReceived()).toEqual([]);
});

test.describe('with a program of its own', () => {
  test.use({ isShared: false });

  test('a timer that is set on one phone counts down on three screens, survives a restart, and acts with no page open', async ({
    page,
    second,
    openBrowser,
    home,
    controller
  }) => {
    test.slow();
    const IN_MS = 20_000;
    const third = await openBrowser();
    const [phone, tablet] = [await second.newPage(), await third.newPage()];
    await openHomeByAddress(page);
    for (const screen of [phone, tablet]) await openHomeByAddress(screen, home.url);
    for (const screen of [page, phone, tablet]) {
      await screen.goto(`${home.url}/rooms/11`);
      await expect(screen.getByRole('switch', { name: 'Lights in Living room' })).toBeVisible();
    }
    const proxy = await proxyOf(page);
    const setAt = Date.now();
    await proxy.setTimer({ device: 24, method: 'setStatus', params: { status: false }, inMs: IN_MS });
    await Promise.all(
      [page, phone, tablet].map((screen) =>
        expect(screen.getByRole('group', { name: 'Ceiling lights' })).toContainText('Off in 1 min')
      )
    );
    for (const screen of [page, phone, tablet]) await screen.close();
    await home.stop();
    await home.start();
    await expect.poll(() => controller.commandsReceived().length, { timeout: 90_000 }).toBe(1);
    const [command] = controller.commandsReceived();
    expect(command).toMatchObject({ device: 24, method: 'setStatus' });
    expect((command?.at ?? 0) - setAt, 'not early').toBeGreaterThanOrEqual(IN_MS);
    expect((command?.at ?? 0) - setAt, 'not a minute late').toBeLessThan(IN_MS + 60_000);
    await expect.poll(() => controller.device(24)?.params['Status']).toBe(false);
  });

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
