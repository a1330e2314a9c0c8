import type { Page } from '@playwright/test';
import * as make from '../../proxy/sources/virtual/house/make';
import { FULL_RIGHTS } from '../../src/shared/rights';
import { houseOf, roomOf } from '../../tools/support/house';
import { seeAlarm } from './harness/alarm';
import { openHomeByAddress, test as withController } from './harness/controller';
import { enterGuest } from './harness/pair-browser';
import { proxyOf } from './harness/proxy-calls';
import { expect } from './harness/test';
import { at, openWall } from './wall-page';

/** Each hazard: a role of its sensor, what its alarm says on phones, and on walls. */
const HAZARDS = [
  ['BinarySmokeSensor', 'Smoke detected', 'Smoke'],
  ['BinaryCOSensor', 'Carbon monoxide detected', 'Carbon monoxide'],
  ['CO2 alarm', 'Too much carbon dioxide', 'Carbon dioxide'],
  ['gas_detector', 'Gas detected', 'Gas'],
  ['HeatAlarm', 'Dangerous heat', 'Heat'],
  ['BinaryLeakingSensor', 'Water leak', 'Water']
] as const;

/** Roles that only sound like a hazard. */
const DECOYS = ['GasMeter', 'WaterHeater', 'SmokeTest', 'CompanyDoor'];

const sensorsOf = HAZARDS.flatMap(([role], index) => [
  make.trouble(100 + index, `Shown ${role}`, { role, icon: '' }),
  make.trouble(200 + index, `Hidden ${role}`, { role, icon: '', hidden: true })
]);

const banner = (page: Page) => page.getByRole('region', { name: 'Alarms' });
const takeover = (page: Page) => page.getByRole('alertdialog');

const test = withController.extend({
  house: houseOf(
    roomOf(11, 'Hall', [make.lamp(21, 'Hall lamp'), ...sensorsOf]),
    roomOf(12, 'Cellar', [
      ...DECOYS.map((role, index) => make.trouble(300 + index, `Decoy ${index}`, { role, icon: '' })),
      make.lamp(22, 'Cellar lamp')
    ])
  )
});

test('each hazard is an alarm, and no decoy is', async ({ page, second, openBrowser, home, controller }) => {
  await openHomeByAddress(page);
  const wall = await second.newPage();
  await openWall(wall, at(14));
  const guest = await enterGuest(page, await openBrowser(), home, { ...FULL_RIGHTS, rooms: [12] });
  const proxy = await proxyOf(page);
  for (const [index, [role, words, word]] of HAZARDS.entries())
    await test.step(role, async () => {
      // Every second one is hidden.
      const [id, name] = index % 2 ? [200 + index, `Hidden ${role}`] : [100 + index, `Shown ${role}`];
      controller.setDevice(id, { params: { Tripped: true } });
      await expect(banner(page).getByRole('link')).toHaveText(
        new RegExp(`Alarm: ${name}: ${words}\\s+· Hall`)
      );
      await expect(page.getByRole('link', { name: /^Hall/ })).toHaveAccessibleName(/Alarm/);
      await expect(takeover(wall).getByRole('strong')).toHaveText([word]);
      await expect(takeover(wall)).toContainText('Hall');
      await expect(banner(guest)).toHaveText(new RegExp(`Alarm: ${word}\\s+· Hall`));
      await expect(banner(guest).getByRole('link'), 'nothing to open').toHaveCount(0);
      controller.setDevice(id, { params: { Tripped: false } });
      for (const screen of [page, guest]) await expect(banner(screen)).toHaveCount(0);
      await expect(takeover(wall)).toHaveCount(0);
      expect(await proxy.happened()).toContainEqual(
        expect.objectContaining({ kind: 'changed', device: id, params: { Tripped: true } })
      );
    });
  await page.goto('/now/activity');
  await expect(page.getByText(/Hidden BinaryCOSensor: Carbon monoxide detected/)).toBeVisible();

  await page.goto('/');
  for (const index of DECOYS.keys()) controller.setDevice(300 + index, { params: { Tripped: true } });
  for (const screen of [page, wall])
    await expect(screen.getByRole('link', { name: /^Cellar/ })).toHaveAccessibleName(/4 sensors triggered/);
  await expect(banner(page)).toHaveCount(0);
  await expect(takeover(wall)).toHaveCount(0);
});

test('an alarm that a phone has seen covers no wall any more, and stands in the banner', async ({
  page,
  second,
  controller
}) => {
  await openHomeByAddress(page);
  const wall = await second.newPage();
  await openWall(wall, at(14));
  controller.setDevice(100, { params: { Tripped: true } });
  await expect(takeover(wall).getByRole('strong')).toHaveText(['Smoke']);
  await seeAlarm(page);
  await expect(takeover(wall)).toHaveCount(0);
  const line = banner(page).getByRole('link');
  const button = banner(page).getByRole('button', { name: 'I’ve seen it' });
  await expect(button).toBeHidden();
  await expect(line).toBeVisible();

  controller.setDevice(105, { params: { Tripped: true } });
  await expect(takeover(wall).getByRole('strong')).toHaveText(['Water']);
  await expect(takeover(page).getByRole('strong')).toHaveText(['Water']);
  await wall.clock.runFor(1500);
  await takeover(wall).getByRole('button', { name: 'I’ve seen it' }).click();
  await expect(takeover(wall)).toHaveCount(0);
});

test('a hidden sensor of a hazard is in the list, and its Edit warns', async ({ page, controller }) => {
  const [smoke] = sensorsOf.slice(1);
  if (!smoke) throw new Error('no sensor');
  controller.setDevice(smoke.id, { fields: { alive: false } });
  await openHomeByAddress(page);
  await page.goto('/now/unreachable');
  await expect(page.getByRole('listitem').filter({ hasText: smoke.name })).toBeVisible();
  await page.goto(`/devices/${smoke.id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText('It still warns you.')).toBeVisible();
});
