import type { Page } from '@playwright/test';
import { houseOf } from '../../tools/support/house';
import { partOf } from '../faults/storm';
import { touchDriverOf } from '../support/touch-driver';
import { openRoom } from './demo-home';
import { ON_SHEETS, ON_TILES, type DeviceOperation } from './device-operations';
import { openHomeByAddress, test } from './harness/controller';
import { keyboardInput, mouseInput, touchInput, type InputMethod } from './harness/input-methods';
import { expect } from './harness/test';
import { WORKBENCH } from './harness/workbench';

const WAYS: readonly ((page: Page) => InputMethod | Promise<InputMethod>)[] = [
  async (page) => touchInput(await touchDriverOf(page)),
  mouseInput,
  keyboardInput
];

test.use({ house: houseOf(WORKBENCH), isShared: true });

/** Each device is used by touch, or by a mouse, or by a keyboard. */
const PARTS = [
  { name: 'touch', n: 3, first: 0 },
  { name: 'mouse', n: 3, first: 1 },
  { name: 'keyboard', n: 3, first: 2 }
];

/** The devices of all operations. Those of one device depend on each other, also from its tile to its sheet. */
const DEVICES = [...new Set([...ON_TILES, ...ON_SHEETS].map(({ device }) => device))];

for (const [place, { name, n, first }] of PARTS.entries())
  test(`every control sends its command once and nothing else, by ${name}`, async ({ page, commandLog }) => {
    test.setTimeout(300_000);
    const devices = partOf(DEVICES, n, first);
    const isTaken = ({ device }: DeviceOperation) => devices.includes(device);
    await openHomeByAddress(page);
    await openRoom(page, WORKBENCH.name);
    const way = await WAYS[place]?.(page);
    if (!way) throw new Error(`no way ${name}`);

    for (const operation of ON_TILES.filter(isTaken))
      await test.step(`tile of ${operation.name}: ${operation.what}`, async () => {
        const tile = page.getByRole('group', { name: operation.name, exact: true });
        await operation.act(way, tile);
        await commandLog.expect({ device: operation.device, ...(await operation.command(tile)) });
      });

    const sheet = page.getByRole('dialog');
    let opened = '';
    for (const operation of ON_SHEETS.filter(isTaken))
      await test.step(`sheet of ${operation.name}: ${operation.what}`, async () => {
        if (operation.name !== opened) {
          if (opened) await way.close(sheet);
          await way.open(page.getByRole('group', { name: operation.name, exact: true }));
          await expect(sheet.getByRole('heading', { name: operation.name })).toBeVisible();
          opened = operation.name;
          await commandLog.expect();
        }
        const start = performance.now();
        await operation.act(way, sheet);
        const command = { device: operation.device, ...(await operation.command(sheet)) };
        if (operation.isPaced) await commandLog.expectLast(command, performance.now() - start);
        else await commandLog.expect(command);
      });
    // The last command was sent after a second, so any other command would have arrived before it.
    await commandLog.expect();
  });
