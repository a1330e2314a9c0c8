import { HOUSE } from '../../proxy/virtual/house/house';
import { test } from './harness/controller';
import { messageOf } from './harness/conversation';
import { expect } from './harness/test';
import { at, hangOnWall, screensaver } from './wall-page';

/** A motion sensor, one of another room, and the smoke alarm of the virtual house. */
const [MOTION, OTHER_MOTION, SMOKE] = [31, 67, 48];

const rooms = HOUSE.sections.flatMap((section) => section.rooms);
const roomOf = (device: number) => rooms.find(({ devices }) => devices.some(({ id }) => id === device));

test.use({ isShared: true, viewport: { width: 1280, height: 800 } });

/** An afternoon by the clock of the page. */
const NOW = at(14, 31);
/** All hours are those of the night, in which a tablet starts asleep. */
const ASLEEP = { hasNight: true, nightFrom: 0, nightTo: 24 * 60 - 1 };

test('motion in its room wakes a sleeping tablet, and motion elsewhere does not', async ({
  page,
  controller
}) => {
  const home = messageOf(page, /"type":"home"/);
  const otherMotion = messageOf(page, new RegExp(`"type":"changes".*"device":${OTHER_MOTION}\\b`));
  await hangOnWall(page, NOW, { ...ASLEEP, roomId: roomOf(MOTION)?.id, wakesAtNight: true });
  await expect(screensaver(page)).toBeVisible();

  await home;
  controller.setDevice(OTHER_MOTION, { params: { Tripped: true } });
  await otherMotion;
  await expect(screensaver(page)).toBeVisible();
  controller.setDevice(MOTION, { params: { Tripped: true } });
  await expect(screensaver(page)).toHaveCount(0);
  await expect(
    page.getByRole('region', { name: roomOf(MOTION)?.name ?? '' }),
    'the last row is that of the room'
  ).toBeVisible();
});

test('an alarm takes over a sleeping tablet with what, where and since when, until it is closed', async ({
  page,
  controller
}) => {
  await hangOnWall(page, NOW, ASLEEP);
  await expect(screensaver(page)).toBeVisible();

  const lasttrip = Math.floor(NOW.getTime() / 1000);
  controller.setDevice(SMOKE, { params: { Tripped: true, lasttrip } });
  const alarm = page.getByRole('alertdialog', { name: /^Smoke Smoke alarm · Kitchen · \d/ });
  await expect(alarm).toBeVisible();
  await expect(screensaver(page)).toHaveCount(0);
  const box = await alarm.boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: 1280, height: 800 });

  // A touch is ignored until the alarm was there for a second.
  await page.clock.runFor(1_000);
  await alarm.getByRole('button', { name: 'I’ve seen it' }).click();
  await expect(alarm).toHaveCount(0);
  const column = page.getByRole('region', { name: 'Demo home' }).getByRole('link', { name: /^Smoke/ });
  await expect(column, 'the column stays red').toBeVisible();
  await expect(page.getByRole('region', { name: 'Alarms' }), 'and no banner says it again').toHaveCount(0);

  // It comes again with the next trip, and goes when it ends.
  controller.setDevice(SMOKE, { params: { Tripped: false } });
  await expect(column).toHaveCount(0);
  controller.setDevice(SMOKE, { params: { Tripped: true } });
  await expect(alarm).toBeVisible();
  controller.setDevice(SMOKE, { params: { Tripped: false } });
  await expect(alarm).toHaveCount(0);
});

test('a hold of the clock leads to the PIN, and the button of the settings is for the keyboard', async ({
  page
}) => {
  await hangOnWall(page, NOW, { hasNight: false });
  await page.evaluate(() =>
    fetch('/api/pin', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ pin: '4711' })
    })
  );
  const settings = page.getByRole('link', { name: 'Settings' });
  await expect(settings).toHaveCSS('opacity', '1');
  await expect(settings.locator('..')).toHaveCSS('opacity', '0');
  await settings.focus();
  await expect(settings.locator('..')).toHaveCSS('opacity', '1');

  const clock = await page.locator('time').first().boundingBox();
  await page.mouse.move((clock?.x ?? 0) + 20, (clock?.y ?? 0) + 20);
  await page.mouse.down();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter the PIN' })).toBeVisible();
  await page.mouse.up();
});
