import type { Locator } from '@playwright/test';
import { openRoom } from './demo-home';
import { enterByAddress, test } from './harness/controller';
import { expect } from './harness/test';

const BOUND_MS = 300;
const ROUNDS = 9;

/** Writes down each turn of a switch, in ms since the epoch: both programs share one clock. */
async function watchTurns(lamp: Locator): Promise<() => Promise<number[]>> {
  await lamp.evaluate((element) => {
    new MutationObserver(() => {
      element.setAttribute('data-turns', `${element.getAttribute('data-turns') ?? ''} ${Date.now()}`);
    }).observe(element, { attributeFilter: ['aria-checked'] });
  });
  return async () => (await lamp.getAttribute('data-turns'))?.trim().split(' ').map(Number) ?? [];
}

test(`a change at the controller reaches a tile in under ${BOUND_MS} ms`, async ({ page, controller }) => {
  await enterByAddress(page);
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
  test.info().annotations.push({ type: 'delays in ms', description: sorted.join(', ') });
  expect(sorted[Math.floor(ROUNDS / 2)], `median of ${sorted.join(', ')} ms`).toBeLessThan(BOUND_MS);
});
