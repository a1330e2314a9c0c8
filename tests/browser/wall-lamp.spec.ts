import type { Page } from '@playwright/test';
import { startVirtual, type VirtualController } from '../../proxy/virtual/start';
import { signInByAddress, test } from './harness/controller';
import { expect } from './harness/test';
import { at, openWall } from './wall-page';

/** Lamps of the living room: two dimmers that are on, and a switch that is off. */
const [CEILING, SHELF, FLOOR_LAMP] = [24, 25, 21];
/** A smoke alarm, a leak sensor and a door. */
const [SMOKE, LEAK, DOOR] = [48, 49, 32];
const lamp = (page: Page) => page.getByRole('switch', { name: 'Lights in Living room' });

/** Waits until the controller's lamps are as they were at the start: the dimmers on at their levels, and the switch off. */
async function expectAsAtStart(controller: VirtualController): Promise<void> {
  await expect
    .poll(() => valuesOf(controller, 'Status', CEILING, SHELF, FLOOR_LAMP))
    .toEqual([true, true, false]);
  await expect.poll(() => valuesOf(controller, 'Level', CEILING, SHELF)).toEqual([64, 40]);
}

const valuesOf = (controller: VirtualController, name: string, ...ids: readonly number[]) =>
  ids.map((id) => controller.device(id)?.params[name]);

test.use({ viewport: { width: 1280, height: 800 }, isShared: true });

test('one touch on a room’s lamp puts its lights out and the next lights them as they were', async ({
  page,
  controller
}) => {
  await openWall(page, at(20));
  await expect(lamp(page)).toBeChecked();
  await lamp(page).click();
  await expect(lamp(page)).not.toBeChecked();
  await expect.poll(() => valuesOf(controller, 'Status', CEILING, SHELF)).toEqual([false, false]);
  const before = controller.commandsReceived().length;
  await lamp(page).click();
  await expect(lamp(page)).toBeChecked();
  await expectAsAtStart(controller);
  const sent = controller.commandsReceived().slice(before);
  expect(sent.map(({ device }) => device).toSorted(), 'one command a lamp').toEqual([CEILING, SHELF]);
});

test('the picture of a room survives an off that goes lamp by lamp, and is the same on two screens', async ({
  page,
  second,
  controller
}) => {
  await openWall(page, at(20));
  await expect(lamp(page)).toBeChecked();
  const phone = await second.newPage();
  await signInByAddress(phone);
  await phone.goto('/rooms/11');
  for (const name of ['Shelf lights', 'Ceiling lights']) {
    await phone.getByRole('switch', { name, exact: true }).click();
    await expect(phone.getByRole('switch', { name, exact: true })).not.toBeChecked();
  }
  await expect(lamp(page)).not.toBeChecked();
  await lamp(page).click();
  await expectAsAtStart(controller);
  await expect(lamp(phone)).toBeChecked();
});

test.describe('on a radio that takes eight seconds for a command', () => {
  test.use({
    isShared: false,
    controller: async ({ house, lacks }, use) => {
      const controller = await startVirtual({ isLiving: false, house, lacks, radioMs: 8000 });
      await use(controller);
      await controller.stop();
    }
  });

  test('a second touch reverses the goal, and the lamp does not flicker until the radio has done it', async ({
    page,
    controller
  }) => {
    await openWall(page, at(20));
    await expect(lamp(page)).toBeChecked();
    await lamp(page).evaluate((button) => {
      const seen: string[] = [];
      Reflect.set(window, 'seen', seen);
      new MutationObserver(() => seen.push(button.getAttribute('aria-checked') ?? '')).observe(button, {
        attributeFilter: ['aria-checked']
      });
    });
    await lamp(page).click();
    await expect(lamp(page)).not.toBeChecked();
    await page.clock.runFor(500);
    await lamp(page).click();
    await expect(lamp(page)).toBeChecked();
    await expect(lamp(page)).toHaveAttribute('data-busy');
    const lit = () => valuesOf(controller, 'Status', CEILING, SHELF);
    await expect.poll(lit, { timeout: 100_000 }).toEqual([false, false]);
    await expect.poll(lit, { timeout: 100_000 }).toEqual([true, true]);
    await expect(lamp(page)).not.toHaveAttribute('data-busy', { timeout: 100_000 });
    expect(await page.evaluate(() => Reflect.get(window, 'seen') as unknown)).toEqual(['false', 'true']);
  });
});

test('three alarms at once read in order of weight', async ({ page, controller }) => {
  await openWall(page, at(20));
  await expect(lamp(page)).toBeVisible();
  const lasttrip = Math.floor(at(20).getTime() / 1000);
  [SMOKE, LEAK].forEach((id, later) =>
    controller.setDevice(id, { params: { Tripped: true, lasttrip: lasttrip + later } })
  );
  controller.setDevice(DOOR, { params: { Tripped: true, Armed: true, lasttrip: lasttrip + 9 } });
  const alarms = page.getByRole('alertdialog').getByRole('listitem');
  await expect(alarms).toHaveText([/^\s*Smoke/, /^\s*Water/, /Terrace door/]);
});
