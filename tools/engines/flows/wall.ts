import { WIDTH } from '../browsers/browser';
import { expectThat, seesLink, type Flow } from './flow';

/** The settings of a wall tablet, as the app stores them. */
const WALL = JSON.stringify({ isOn: true, hasNight: false });
const SIZES = [
  [1280, 800],
  [800, 1280]
] as const;
/** The least height of a room's tile on the first page, in CSS px: a name and a temperature. */
const MIN_HEIGHT = 90;

/** The heights of the rooms' tiles, and how far the lowest one ends below the window. */
const TILES = `(() => {
  const tiles = [...document.querySelectorAll('main a[href^="/rooms/"]')].map((tile) => tile.getBoundingClientRect());
  return { heights: tiles.map(({ height }) => height), below: Math.max(...tiles.map(({ bottom }) => bottom)) - innerHeight };
})()`;

/** A tablet on the wall. */
export const wall: Flow = {
  about: 'a wall tablet shows its rooms, whole, in both orientations, and a room opens and closes',
  opens: ['/', 'Demo home'],
  async run(world) {
    const { page } = world;
    await page.evaluate(`localStorage.setItem('mantel.wall', ${JSON.stringify(WALL)})`);
    try {
      for (const [width, height] of SIZES) {
        await page.resize(width, height);
        await page.open('/');
        await page.sees({ role: 'link', starts: 'Living room' });
        await seesLink(page, 'Live');
        await world.picture(`wall-${width}`);
        const { heights, below } = (await page.evaluate(TILES)) as { heights: number[]; below: number };
        expectThat(heights.length > 2, `${heights.length} rooms at ${width} × ${height}`);
        expectThat(
          Math.min(...heights) >= MIN_HEIGHT,
          `tiles of ${heights.join(', ')} px at ${width} × ${height}`
        );
        expectThat(below < 1, `the rooms end ${below} px below the window of ${width} × ${height}`);
        await page.click({ role: 'link', starts: 'Living room' });
        await page.sees({ role: 'heading', name: 'Living room' });
        await page.evaluate('history.back()');
        await page.isAt('/');
      }
    } finally {
      await page.evaluate("localStorage.removeItem('mantel.wall')");
      await page.resize(WIDTH);
    }
  }
};
