import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { withScene, type Studio } from '../../../tools/pictures/camera';
import { fontStyles } from '../../../tools/pictures/font';
import { Homes } from '../../../tools/pictures/homes';
import { nameOf, type Shot } from '../../../tools/pictures/table';
import { expect, test } from '../../browser/harness/test';
import { COLOUR_RULES, findDefects } from '../../browser/harness/view-checks';

/** The pictures whose structure is compared, of all that `npm run pictures` takes. */
const COMPARED: readonly Shot[] = [
  { page: 'home', state: 'live', size: '390x844', theme: 'light' },
  { page: 'home', state: 'live', size: '1280x800', theme: 'dark' },
  { page: 'room', state: 'live', size: '390x844', theme: 'dark' },
  { page: 'room-lights', state: 'live', size: '390x844', theme: 'light' },
  { page: 'wall', state: 'live', size: '1280x800', theme: 'light' },
  { page: 'wall', state: 'live', size: '800x480', theme: 'dark' },
  { page: 'wall', state: 'live', size: '800x1280', theme: 'light' },
  { page: 'wall', state: 'alarm', size: '1280x800', theme: 'light' }
];

/** How far an edge may be from where it was, in px: browsers round differently. */
const TOLERANCE_PX = 6;

/** What a page shows, in its order: what it is, its name without figures, and its box in px. */
type Structure = readonly { readonly what: string; readonly box: readonly number[] }[];

/** Reads what a page shows within its window. */
const structureOf = (page: Page): Promise<Structure> =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, a, button, [role="slider"], li, dt')]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent;
        const what = `${element.role ?? element.localName} ${name.replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '0').trim()}`;
        return { what, box: [x, y, width, height].map(Math.round) };
      })
      .filter(
        ({ box: [x = 0, y = 0, width = 0, height = 0] }) =>
          width > 1 && height > 1 && x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0
      )
  );

const homes = new Homes();
test.afterAll(() => homes.end());

for (const shot of COMPARED)
  test(`${nameOf(shot)} has the order, the places and the contrast that it had`, async ({ browser }, {
    config: { updateSnapshots }
  }) => {
    const studio: Studio = { browser, homes, styles: await fontStyles() };
    const [structure, defects] = await withScene(studio, shot, async (page) => [
      await structureOf(page),
      await findDefects(page, { rules: COLOUR_RULES })
    ]);
    expect(defects).toEqual([]);
    const file = new URL(`structures/${nameOf(shot)}.json`, import.meta.url);
    if (updateSnapshots === 'all' || updateSnapshots === 'changed') {
      await mkdir(new URL('.', file), { recursive: true });
      await writeFile(file, `[\n${structure.map((each) => `  ${JSON.stringify(each)}`).join(',\n')}\n]\n`);
    }
    const before: Structure = JSON.parse(await readFile(file, 'utf8'));
    expect(structure.map(({ what }) => what)).toEqual(before.map(({ what }) => what));
    const moved = structure.filter(({ box }, at) =>
      box.some((px, side) => Math.abs(px - (before[at]?.box[side] ?? 0)) > TOLERANCE_PX)
    );
    expect(moved).toEqual([]);
  });
