import type { Locator } from '@playwright/test';
import { slowness } from '../support/yardstick';
import { openRoom } from './demo-home';
import { openHomeByAddress, test } from './harness/controller';
import { expect } from './harness/test';

/** The maximum delay on a machine that is not slow, in ms. */
const BOUND_MS = 300;
const ROUNDS = 9;

/** Records each change of a switch, in ms since the epoch; both processes share the system clock. */
async function watchTurns(lamp: Locator): Promise<() => Promise<number[]>> {
  await lamp.evaluate((element) => {
    new MutationObserver(() => {
      element.setAttribute('data-turns', `${element.getAttribute('data-turns') ?? ''} ${Date.now()}`);
    }).observe(element, { attributeFilter: ['aria-checked'] });
  });
  return async () => (await lamp.getAttribute('data-turns'))?.trim().split(' ').map(Number) ?? [];
}

test(`a change reaches a tile in ${BOUND_MS} ms, or as the machine is slow`, async ({ page, controller }) => {
  await openHomeByAddress(page);
  await openRoom(page, 'Living room');
  const lamp = page.getByRole('switch', { name: 'Floor lamp' });
  await expect(lamp).not.toBeChecked();

  const turnsOf = await watchTurns(lamp);
  const delays: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const at = Date.now();
    controller.setDevice(21, { params: { Status: round % 2 === 0 } });
    await expect.poll(async () => (await turnsOf()).length).toBe(round + 1);
    delays.push(((await turnsOf()).at(-1) ?? Infinity) - at);
  }

  const sorted = delays.toSorted((a, b) => a - b);
  const summary = `${sorted.join(', ')} ms`;
  test.info().annotations.push({ type: 'delays', description: summary });
  expect(sorted[Math.floor(ROUNDS / 2)], `median of ${summary}`).toBeLessThan(BOUND_MS * slowness());
});
