import type { Page } from '@playwright/test';
import type { VirtualController } from '../../proxy/virtual/start';
import { openRoom } from './demo-home';
import { openHomeByAddress, test } from './harness/controller';
import { expect } from './harness/test';

// High enough for the whole room: a touch soon after a scroll may be there to stop a fling.
test.use({ viewport: { width: 390, height: 1800 }, hasTouch: true, isShared: true });

/** Opens the living room; returns a dimmer's slider, its box and its tile. */
async function openDimmer(page: Page) {
  await openHomeByAddress(page);
  await openRoom(page, 'Living room');
  const slider = page.getByRole('slider', { name: 'Ceiling light' });
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider is not shown');
  return { slider, box, tile: page.getByRole('group', { name: 'Ceiling light' }) };
}

const levelsSent = (controller: VirtualController) =>
  controller.commandsReceived().map(({ params }) => params['level']);

test('text, tone and bubble follow each move of the finger, and one swipe reaches either end', async ({
  page,
  touch,
  controller
}) => {
  const { slider, box, tile } = await openDimmer(page);
  const y = box.y + box.height / 2;
  await touch.down({ x: box.x + box.width / 2, y });
  const seen = new Set<string>();
  for (const x of [360, 320, 280, 240, 200, 160, 120, 80, 40, 24]) {
    await touch.move({ x, y }, 0, 2);
    const text = (await slider.getAttribute('aria-valuetext')) ?? '';
    await expect(tile.locator('.slider-bubble')).toHaveText(text);
    await expect(tile.locator('.tile-state')).toContainText(text === '0 %' ? 'Off' : text);
    await expect(tile).toHaveAttribute('data-tone', text === '0 %' ? 'neutral' : 'on');
    seen.add(text);
  }
  expect(seen.size).toBeGreaterThanOrEqual(5);
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
  await touch.move({ x: 366, y });
  await expect(slider).toHaveAttribute('aria-valuenow', '100');
  await expect(slider).toHaveAttribute('aria-valuetext', '100 %');
  expect(levelsSent(controller), 'nothing is sent before the release').toEqual([]);
  await touch.up();
  await expect.poll(() => levelsSent(controller)).toEqual([99]);
  await expect(tile.locator('.slider-bubble')).toHaveCount(0);
});
