import type { Page } from '@playwright/test';
import { openRoom } from './demo-home';
import { ON_SHEETS, ON_TILES } from './device-operations';
import { enterByAddress, test } from './harness/controller';
import { handOnPage } from './harness/page-touch';
import { Ledger } from './harness/command-log';
import { expect } from './harness/test';
import { byKeyboard, byMouse, byTouch, type Way } from './harness/input-methods';
import { houseOf, WORKBENCH } from './harness/workbench';

const WAYS: readonly ((page: Page) => Way | Promise<Way>)[] = [
  async (page) => byTouch(await handOnPage(page)),
  byMouse,
  byKeyboard
];

test.use({ house: houseOf(WORKBENCH) });

for (const [place, name] of ['touch', 'mouse', 'keyboard'].entries())
  test(`every control sends its command once and nothing else, by ${name}`, async ({ page, controller }) => {
    test.setTimeout(300_000);
    const ledger = new Ledger(controller);
    await enterByAddress(page);
    await openRoom(page, WORKBENCH.name);
    const way = await WAYS[place]?.(page);
    if (!way) throw new Error(`no way ${name}`);

    for (const deed of ON_TILES)
      await test.step(`tile of ${deed.name}: ${deed.what}`, async () => {
        const tile = page.getByRole('group', { name: deed.name, exact: true });
        await deed.act(way, tile);
        await ledger.expect({ device: deed.device, ...(await deed.command(tile)) });
      });

    const sheet = page.getByRole('dialog');
    let opened = '';
    for (const deed of ON_SHEETS)
      await test.step(`sheet of ${deed.name}: ${deed.what}`, async () => {
        if (deed.name !== opened) {
          if (opened) await way.close(sheet);
          await way.open(page.getByRole('group', { name: deed.name, exact: true }));
          await expect(sheet.getByRole('heading', { name: deed.name })).toBeVisible();
          opened = deed.name;
          await ledger.expect();
        }
        const start = performance.now();
        await deed.act(way, sheet);
        const command = { device: deed.device, ...(await deed.command(sheet)) };
        if (deed.isPaced) await ledger.expectLast(command, performance.now() - start);
        else await ledger.expect(command);
      });
    // The last command was sent after a second, so any other command would have arrived before it.
    await ledger.expect();
  });
