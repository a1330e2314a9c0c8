import { WIDTH } from '../browsers/browser';
import { enter, expectThat, LAMP, type Flow } from './flow';

const NARROW = 320;
/** Brightness of the darkest light page and the brightest dark page, 0 to 255. */
const LIGHT = 200;
const DARK = 60;

/** The start, sheets, search, settings and narrow screens. */
export const PAGES = {
  start: {
    about: 'what stands before the app has started looks like the home, and gives way to it',
    opens: ['/', 'Demo home'],
    async run(world) {
      const { page } = world;
      const isStored =
        "Object.entries(localStorage).some(([key, text]) => key.includes('first-screen') && text.includes('Living room'))";
      await page.holds(isStored, 'no record is stored');
      await page.open('/');
      await page.sees({ role: 'link', starts: 'Living room' });
      await page.holds("performance.getEntriesByName('record-drawn').length === 1", 'it is not drawn');
      await page.holds("document.querySelector('#home[data-recorded]') === null", 'it stays');
      await world.picture('start');
    }
  },
  sheet: {
    about: 'a sheet opens by mouse and by keyboard, Back and Escape close it, and the focus returns',
    opens: ['/rooms/11', 'Living room'],
    async run(world) {
      const { page } = world;
      const details = { role: 'button', name: 'Details of Floor lamp' } as const;
      const sheet = { role: 'dialog', name: 'Floor lamp' } as const;
      await page.click(details);
      await page.sees(sheet);
      await page.isAt('/devices/21');
      await page.sees({ role: 'heading', name: 'History', within: sheet });
      await world.picture('sheet');
      await page.evaluate('history.back()');
      await page.misses(sheet);
      await page.isAt('/rooms/11');
      await page.sees(details, ({ isFocused }) => isFocused, { what: 'has the focus' });

      await page.focus(LAMP);
      await page.press('Shift', 'Enter');
      await page.sees(sheet);
      await page.press('Escape');
      await page.misses(sheet);
      await page.sees(LAMP, ({ isFocused }) => isFocused, { what: 'has the focus' });

      await page.click(details);
      await page.click({ role: 'button', name: 'Done', within: sheet });
      await page.misses(sheet);
    }
  },
  search: {
    about: 'the search has the focus, finds a device, and leads to it',
    opens: ['/', 'Demo home'],
    async run(world) {
      const { page } = world;
      await page.click({ role: 'link', name: 'Search' });
      await page.sees({ role: 'searchbox' }, ({ isFocused }) => isFocused, { what: 'has the focus' });
      await page.type('aqua');
      await page.sees({ role: 'switch', name: 'Aquarium' });
      await world.picture('search');
    }
  },
  settings: {
    about: 'the dark theme and Ukrainian apply at once, and stay over a reload',
    opens: ['/settings', 'Settings'],
    async run(world) {
      const { page } = world;
      await page.click({ role: 'radio', name: 'Dark' });
      const brightness = async () => Number(await page.evaluate(BRIGHTNESS));
      await page.until(
        async () => (await brightness()) < DARK || null,
        () => 'the page is not dark'
      );
      await page.click({ role: 'radio', name: 'Українська' });
      await page.sees({ role: 'heading', name: 'Налаштування' });
      await page.open('/rooms/11');
      await page.sees({ role: 'status', name: 'На зв’язку' });
      expectThat((await brightness()) < DARK, 'the room is not dark');
      await world.picture('dark');
      await page.open('/settings');
      await page.click({ role: 'radio', name: 'English' });
      await page.sees({ role: 'heading', name: 'Settings' });
      await page.click({ role: 'radio', name: 'Light' });
      await page.until(
        async () => (await brightness()) > LIGHT || null,
        () => 'the page is not light'
      );
      await world.picture('light');
      await page.click({ role: 'radio', name: 'System' });
    }
  },
  narrow: {
    about: `no page is wider than a screen of ${NARROW} px`,
    async run(world) {
      const { page } = world;
      await page.resize(NARROW);
      let width: unknown;
      try {
        for (const [path, heading] of [
          ['/', 'Demo home'],
          ['/rooms/11', 'Living room'],
          ['/settings', 'Settings']
        ] as const) {
          await enter(world, path, heading);
          width = await page.evaluate('innerWidth');
          const needed = await page.evaluate('document.documentElement.scrollWidth');
          expectThat(
            Number(needed) <= Number(width),
            `${path} needs ${String(needed)} of ${String(width)} px`
          );
        }
      } finally {
        await page.resize(WIDTH);
      }
      if (width !== NARROW) console.log(`  at ${String(width)} px: this engine's window is not narrower`);
    }
  }
} as const satisfies Readonly<Record<string, Flow>>;

/** Brightness of the page's background, 0 to 255. */
const BRIGHTNESS = `(() => {
  const colours = [document.body, document.documentElement].map((it) => getComputedStyle(it).backgroundColor);
  const [red, green, blue, alpha = 1] = (colours.find((it) => it !== 'rgba(0, 0, 0, 0)') || '').match(/[\\d.]+/g).map(Number);
  return alpha && Math.max(red, green, blue);
})()`;
