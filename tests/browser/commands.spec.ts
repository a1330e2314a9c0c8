import type { Locator } from '@playwright/test';
import { enterDemoHome, openRoom } from './demo-home';
import { overhear, type Conversation } from './harness/conversation';
import { expect, test } from './harness/test';

test.use({ isShared: true });

/** Counts how often a text appears in a part of the page, however briefly. */
async function countAppearances(part: Locator, word: string): Promise<() => Promise<number>> {
  await part.evaluate((element, wanted) => {
    let isThere = false;
    Reflect.set(element, 'appearances', 0);
    new MutationObserver(() => {
      const isNow = element.textContent.includes(wanted);
      if (isNow && !isThere)
        Reflect.set(element, 'appearances', Number(Reflect.get(element, 'appearances')) + 1);
      isThere = isNow;
    }).observe(element, { subtree: true, childList: true, characterData: true });
  }, word);
  return () => part.evaluate((element) => Number(Reflect.get(element, 'appearances')));
}

const valueOf = (slider: Locator) => slider.getAttribute('aria-valuenow').then(Number);

/** The commands that the page has sent, as device, method and params. */
const sentOn = ({ frames }: Conversation): unknown[] => frames.flatMap(({ commands }) => commands);

let conversation: Conversation;

test.beforeEach(async ({ page }) => {
  conversation = await overhear(page);
  await enterDemoHome(page);
});

test('a dimmer that rounds its level counts as confirmed', async ({ page }) => {
  await openRoom(page, 'Kitchen');
  const slider = page.getByRole('slider', { name: 'Worktop lights' });
  const lights = page.getByRole('group', { name: 'Worktop lights' });
  const moves = await countAppearances(lights, 'Moving…');

  await slider.focus();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(moves).toBe(1);
  // An unconfirmed command keeps its words.
  await expect(lights).toHaveText(/70 %\s*$/);
  await expect(slider).toHaveAttribute('aria-valuenow', '70');
  expect(await moves(), 'once').toBe(1);
});

test('a slow shutter is shown as moving, never as not confirmed', async ({ page }) => {
  await openRoom(page, 'Living room');
  const shutter = page.getByRole('group', { name: 'Terrace window' });
  const doubts = await countAppearances(shutter, 'Not confirmed');

  await shutter.getByRole('button', { name: 'Close' }).click();
  await expect(shutter).toContainText('Closing');
  await expect(shutter).toContainText('Moving…');
  await expect(shutter).toHaveText(/Closed\s*$/, { timeout: 60_000 });
  expect(await doubts()).toBe(0);
});

test('a shutter stops at its position', async ({ page }) => {
  await openRoom(page, 'Living room');
  const shutter = page.getByRole('group', { name: 'Garden window' });
  const slider = shutter.getByRole('slider', { name: 'Garden window' });

  await shutter.getByRole('button', { name: 'Close' }).click();
  await expect(shutter).toContainText('Moving…');
  await shutter.getByRole('button', { name: 'Stop' }).click();
  await expect(shutter).not.toContainText('Moving…');
  expect(await valueOf(slider)).toBeGreaterThan(0);
});

test('a setpoint is sent once, a second after the last step', async ({ page }) => {
  await page.goto('/devices/59');
  const target = page.getByRole('spinbutton', { name: 'Underfloor heating target temperature' });
  await expect(target).toHaveAttribute('aria-valuenow', '20.5');
  // The page's clock stands still from here on.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await target.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(target).toHaveAttribute('aria-valuenow', '21.5');
  await page.clock.runFor(900);
  expect(sentOn(conversation)).toEqual([]);

  await page.clock.runFor(100);
  await expect
    .poll(() => sentOn(conversation))
    .toEqual([{ device: 59, method: 'setSetpoint', params: { setpoint: 21.5, setpointType: 'Heat' } }]);
  await expect(page.getByRole('radiogroup', { name: 'Underfloor heating mode' })).toBeVisible();
});

test('a device that the radio cannot reach is unavailable, not off', async ({ page }) => {
  await openRoom(page, 'Guest room');
  const dead = page.getByRole('group', { name: 'Ceiling light' });
  await expect(dead).toContainText('Not responding');
  await expect(dead).not.toContainText('Off');
  await expect(dead.getByRole('switch')).toBeDisabled();
  await expect(dead.getByRole('slider')).toHaveCount(0);
});
