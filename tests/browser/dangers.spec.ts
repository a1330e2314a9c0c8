import type { Page } from '@playwright/test';
import * as make from '../../proxy/virtual/house/make';
import { FULL_RIGHTS } from '../../src/shared/rights';
import { houseOf, roomOf } from '../../tools/support/house';
import { openHomeByAddress, test as withController } from './harness/controller';
import { enterGuest } from './harness/pair-browser';
import { proxyOf } from './harness/proxy-calls';
import { expect, test as base } from './harness/test';
import { startZWaveJsServer } from './harness/zwave-js-server';
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
const DECOYS = [
  ...[
    'GasMeter',
    'WaterValve',
    'FloorHeating',
    'WaterHeater',
    'Coffee',
    'HeatPump',
    'WaterPump',
    'FloodLight'
  ],
  ...[
    'Fireplace',
    'SmokeTest',
    'SmokeDust',
    'Underheat',
    'WaterLevel',
    'CompanyDoor',
    'CoLocation',
    'GasBoiler'
  ],
  ...['HeatDemand', 'SmokeMachine', 'LeakTamper', 'BinaryGenericSensor']
];

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

test('each hazard is an alarm on phones and walls and in what happened, shown or hidden, and no decoy is', async ({
  page,
  second,
  controller
}) => {
  await openHomeByAddress(page);
  const wall = await second.newPage();
  await openWall(wall, at(14));
  const proxy = await proxyOf(page);
  for (const [index, [role, words, word]] of HAZARDS.entries())
    for (const [id, name] of [
      [100 + index, `Shown ${role}`],
      [200 + index, `Hidden ${role}`]
    ] as const)
      await test.step(name, async () => {
        controller.setDevice(id, { params: { Tripped: true } });
        await expect(banner(page).getByRole('link')).toHaveText(
          new RegExp(`Alarm: ${name}: ${words}\\s+· Hall`)
        );
        await expect(page.getByRole('link', { name: /^Hall/ })).toHaveAccessibleName(/Alarm/);
        await expect(takeover(wall).getByRole('strong')).toHaveText([word]);
        await expect(takeover(wall)).toContainText('Hall');
        controller.setDevice(id, { params: { Tripped: false } });
        await expect(banner(page)).toHaveCount(0);
        await expect(takeover(wall)).toHaveCount(0);
        expect(await proxy.happened()).toContainEqual(
          expect.objectContaining({ kind: 'changed', device: id, params: { Tripped: true } })
        );
      });
  await page.goto('/now/activity');
  await expect(page.getByText(/Hidden BinaryCOSensor: Carbon monoxide detected/)).toBeVisible();

  await page.goto('/');
  for (const index of DECOYS.keys()) controller.setDevice(300 + index, { params: { Tripped: true } });
  await expect(page.getByRole('link', { name: /^Cellar/ })).toHaveAccessibleName(/20 sensors triggered/);
  await expect(wall.getByRole('link', { name: /^Cellar/ })).toHaveAccessibleName(/20 sensors triggered/);
  await expect(banner(page)).toHaveCount(0);
  await expect(takeover(wall)).toHaveCount(0);
});

test('a hidden sensor of a hazard is in the lists of batteries and of silent devices, and its Edit says that it warns', async ({
  page,
  controller
}) => {
  const [smoke] = sensorsOf.slice(1);
  if (!smoke) throw new Error('no sensor');
  controller.setDevice(smoke.id, { fields: { alive: false } });
  await openHomeByAddress(page);
  await page.goto('/now/unreachable');
  await expect(page.getByRole('group', { name: smoke.name })).toBeVisible();
  await page.goto(`/devices/${smoke.id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText('It still warns you.')).toBeVisible();
});

test('a guest is told a hazard of another room by its word and room, with nothing to open', async ({
  page,
  second,
  home,
  controller
}) => {
  await openHomeByAddress(page);
  const guest = await enterGuest(page, second, home, { ...FULL_RIGHTS, rooms: [12] });
  controller.setDevice(101, { params: { Tripped: true } });
  await expect(banner(guest)).toHaveText(/Alarm: Carbon monoxide\s+· Hall/);
  await expect(banner(guest).getByRole('link')).toHaveCount(0);
  await expect(guest.getByText('BinaryCOSensor')).toHaveCount(0);
  controller.setDevice(101, { params: { Tripped: false } });
  await expect(banner(guest)).toHaveCount(0);
});

/** What a Z-Wave JS server reports of each hazard: the type of the notification, its variable, the alarm and a calm state. */
const NOTIFICATIONS = [
  [1, 'Sensor status', 2, 0],
  [2, 'Sensor status', 2, 0],
  [3, 'Sensor status', 2, 0],
  [18, 'Combustible gas status', 2, 0],
  [4, 'Heat sensor status', 2, 6],
  [5, 'Sensor status', 2, 0]
] as const;

const withServer = base.extend<{ server: Awaited<ReturnType<typeof startZWaveJsServer>> }>({
  server: async ({ browserName: _ }, use) => {
    const server = await startZWaveJsServer(
      NOTIFICATIONS.map(([notificationType, propertyKey], index) => ({
        ...{ nodeId: 10 + index, status: 4, ready: true, name: `Sensor ${index}`, location: 'Attic' },
        values: [
          {
            ...{
              endpoint: 0,
              commandClass: 113,
              property: 'Alarm',
              propertyName: 'Alarm',
              propertyKey,
              value: 0
            },
            ...{
              propertyKeyName: propertyKey,
              metadata: { states: { 0: 'idle' }, ccSpecific: { notificationType } }
            }
          }
        ]
      }))
    );
    await use(server);
    server.stop();
  },
  options: async ({ server }, use) => use(['--no-demo', '--zwave-js', server.url])
});

withServer(
  'each hazard of Z-Wave JS is an alarm on phones and walls, shown or hidden, and calm states are none',
  async ({ page, second, home, server }) => {
    await page.goto('/connect');
    await page.getByRole('button', { name: 'Z-Wave JS' }).click();
    await page.getByRole('textbox', { name: 'User name' }).fill('anna');
    await page.getByRole('textbox', { name: 'Password' }).fill('a long password');
    await page.getByRole('textbox', { name: 'Setup code' }).fill((await home.run('setup-code')).trim());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('link', { name: /^Attic/ })).toBeVisible();
    const wall = await enterGuest(page, second, home);
    await wall.evaluate(() => localStorage.setItem('mantel.wall', JSON.stringify({ isOn: true })));
    await wall.reload();
    const proxy = await proxyOf(page);
    for (const isHidden of [false, true]) {
      // Ids begin at 1 in the order of the nodes: the room first, the lamp, and its sensors.
      const ids = Array.from({ length: 20 }, (_, index) => [String(index + 1), { isHidden }]);
      await proxy.putLayout({ favourites: null, devices: Object.fromEntries(ids), rooms: {} });
      for (const [index, [, words, word]] of HAZARDS.entries())
        await withServer.step(`${word}, hidden: ${isHidden}`, async () => {
          const [, propertyKey, alarm, calm] = NOTIFICATIONS[index] ?? NOTIFICATIONS[0];
          const report = (newValue: number) =>
            server.report(10 + index, {
              endpoint: 0,
              commandClass: 113,
              property: 'Alarm',
              propertyKey,
              newValue
            });
          report(alarm);
          await expect(banner(page).getByRole('link')).toHaveText(
            new RegExp(`Alarm: Sensor ${index}: ${words}`)
          );
          await expect(takeover(wall).getByRole('strong')).toHaveText([word]);
          report(calm);
          await expect(banner(page)).toHaveCount(0);
          await expect(takeover(wall)).toHaveCount(0);
        });
    }
  }
);
