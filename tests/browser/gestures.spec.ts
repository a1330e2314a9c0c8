import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { houseOf } from '../../tools/support/house';
import { openRoom } from './demo-home';
import { valueOf } from './device-operations';
import { openHomeByAddress, test } from './harness/controller';
import { pointOn } from './harness/input-methods';
import { expect } from './harness/test';
import { WORKBENCH } from './harness/workbench';

test.use({ house: houseOf(WORKBENCH), isShared: true });

test.beforeEach(async ({ page }) => {
  await openHomeByAddress(page);
  await openRoom(page, WORKBENCH.name);
});

const sliderOf = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const switchOf = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
const setLevel = (device: number, level: number) => ({ device, method: 'setLevel', params: { level } });
const setStatus = (device: number, status: boolean) => ({ device, method: 'setStatus', params: { status } });

test('a tap under which the page scrolls sends nothing, and the next one does', async ({
  page,
  touch,
  commandLog
}) => {
  const lamp = switchOf(page, 'Lamp');
  const { x, y } = await pointOn(lamp);
  const drift = 60;
  const clicks = await page.evaluateHandle(() => {
    const targets: (string | null)[] = [];
    addEventListener('click', ({ target }) => targets.push((target as Element).ariaLabel), { capture: true });
    return targets;
  });

  await touch.down({ x, y: y - drift });
  await page.evaluate(
    (top) =>
      new Promise<void>((resolve) => {
        addEventListener('scroll', () => resolve(), { capture: true, once: true });
        scrollBy(0, top);
      }),
    drift
  );
  await touch.up();
  await expect.poll(() => clicks.jsonValue(), 'the click of the tap').toEqual(['Lamp']);
  await expect(lamp).not.toBeChecked();
  await commandLog.expect();

  const now = await pointOn(lamp);
  await touch.tap(now);
  await commandLog.expect(setStatus(101, true));
});

test('a touch that selects nothing sends nothing: a scroll from a switch or a slider, a finger that leaves a button', async ({
  page,
  touch,
  commandLog
}) => {
  const slider = sliderOf(page, 'Dimmer');
  const lamp = await pointOn(switchOf(page, 'Lamp'));
  await touch.down(lamp);
  await touch.move({ x: lamp.x + 5, y: lamp.y - 150 });
  await touch.up();
  await expect(switchOf(page, 'Lamp')).not.toBeChecked();

  const shutter = page.getByRole('group', { name: 'Shutter', exact: true });
  const open = shutter.getByRole('button', { name: 'Open' });
  const { x, y } = await pointOn(open);
  await touch.down({ x, y });
  await expect(open).toHaveAttribute('data-pressed');
  await touch.move({ x, y: y - 120 });
  await expect(open).not.toHaveAttribute('data-pressed');
  await touch.up();

  const from = await pointOn(slider, 0.2);
  const aside = { x: from.x + 150, y: from.y + 90 };
  await touch.down(from);
  const busy = page.evaluate(() => {
    for (const begun = performance.now(); performance.now() < begun + 500;);
  });
  await sleep(100);
  await Promise.all([touch.rush([{ ...from, y: from.y + 40 }, { ...from, y: aside.y }, aside]), busy]);
  await touch.move({ ...aside, x: aside.x + 80 });
  await touch.up();
  expect(await valueOf(slider)).toBe(40);

  await touch.tap(await pointOn(switchOf(page, 'Far lamp')));
  await switchOf(page, 'Chime').press('Enter');
  await commandLog.expect(setStatus(102, true));
});

test('text, tone and bubble of a tile follow each move of the finger, and one swipe reaches either end', async ({
  page,
  touch,
  commandLog
}) => {
  const dimmer = sliderOf(page, 'Dimmer');
  const lamp = await pointOn(switchOf(page, 'Lamp'));
  const tile = page.getByRole('group', { name: 'Dimmer', exact: true });
  const from = await pointOn(dimmer);
  await touch.down(from);
  for (const [x, text, tone] of [
    [24, 'Off', 'neutral'],
    [366, '100 %', 'on'],
    [from.x + 20, /^\s*\d\d %/, 'on']
  ] as const) {
    await touch.move({ ...from, x }, 0, 4);
    await expect(tile.locator('.tile-state')).toHaveText(text);
    await expect(tile).toHaveAttribute('data-tone', tone);
    const valueText = (await dimmer.getAttribute('aria-valuetext')) ?? '';
    await expect(tile.locator('.slider-bubble')).toHaveText(valueText);
  }
  await commandLog.expect();
  await touch.move({ ...from, x: from.x + 12 }, 0, 4);
  await touch.up();
  const level = await valueOf(dimmer);
  await touch.tap(lamp);
  await commandLog.expect(setLevel(103, level), setStatus(101, true));

  await page.getByRole('button', { name: 'Details of Dimmer' }).click();
  const sheet = page.getByRole('dialog', { name: 'Dimmer' });
  const title = await pointOn(sheet.getByRole('heading', { name: 'Dimmer' }));
  await touch.down(title);
  await touch.move({ ...title, y: title.y + 300 }, 0, 4);
  await touch.up();
  await expect(sheet).toHaveCount(0);
  await touch.tap(lamp);
  await commandLog.expect(setStatus(101, false));
});
