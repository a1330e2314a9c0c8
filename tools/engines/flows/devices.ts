import { setTimeout as wait } from 'node:timers/promises';
import { FULL_LEVEL, percentOf } from '#shared/interfaces/level';
import type { Page } from '../page';
import {
  controllerHas,
  DIMMER,
  DIMMER_ID,
  expectThat,
  LAMP,
  LAMP_ID,
  SHUTTER_ID,
  type Flow,
  type World
} from './flow';

/** Pause in which a shutter that still moved would show it, in ms. */
const STILL_MS = 1_500;

/** The number that the dimmer shows, in %. */
const dimmerOf = async (page: Page): Promise<number> => Number((await page.sees(DIMMER)).value);

/** Waits until the controller has what the dimmer shows. */
async function agrees(world: World): Promise<void> {
  const shown = await dimmerOf(world.page);
  await controllerHas(world, DIMMER_ID, 'Level', (level) => percentOf(Number(level)) === shown);
}

/** Lamps, dimmers and shutters of a room, each checked at the controller. */
export const DEVICES = {
  lamp: {
    about: 'a lamp goes on and off, is confirmed, and the controller agrees',
    opens: ['/rooms/11', 'Living room'],
    async run(world) {
      const { page } = world;
      for (const [isOn, state] of [
        [true, 'On'],
        [false, 'Off']
      ] as const) {
        await page.click(LAMP);
        await page.sees(LAMP, ({ isChecked }) => isChecked === isOn);
        await controllerHas(world, LAMP_ID, 'Status', (status) => status === isOn);
        await page.sees({ role: 'group', name: 'Floor lamp' }, ({ text }) => text.endsWith(state));
      }
    }
  },
  dimmer: {
    about: 'a dimmer moves by keys and by a drag of the mouse, and the controller agrees',
    opens: ['/rooms/11', 'Living room'],
    async run(world) {
      const { page } = world;
      const before = await dimmerOf(page);
      await page.focus(DIMMER);
      await page.press('ArrowRight');
      await page.press('PageUp');
      await page.sees(DIMMER, ({ value }) => Number(value) > before + 1, { what: `above ${before}` });
      await agrees(world);

      const raised = await dimmerOf(page);
      await page.drag(DIMMER, raised / 100, raised / 100 - 0.2);
      const expected = raised - 20;
      await page.sees(DIMMER, ({ value }) => Math.abs(Number(value) - expected) <= 8, {
        what: `about ${expected}`
      });
      await agrees(world);
      await world.picture('dimmer');
    }
  },
  shutter: {
    about: 'a shutter closes and stops where it is told to',
    opens: ['/rooms/11', 'Living room'],
    async run(world) {
      const { page } = world;
      const within = { role: 'group', name: 'Garden window' } as const;
      await page.click({ role: 'button', name: 'Close', within });
      await controllerHas(world, SHUTTER_ID, 'Level', (level) => Number(level) < FULL_LEVEL);
      await page.click({ role: 'button', name: 'Stop', within });
      // Until the controller has heard it.
      let before: unknown = null;
      let now: unknown;
      await page.until(
        async () => {
          before = now;
          await wait(STILL_MS);
          now = await world.param(SHUTTER_ID, 'Level');
          return before === now || null;
        },
        () => `the shutter still moves: ${String(before)}, ${String(now)}`
      );
      expectThat(Number(now) > 0, 'the shutter closed although it was stopped');
      await page.sees(
        { role: 'slider', name: 'Garden window' },
        ({ value }) => Number(value) === percentOf(Number(now))
      );
    }
  }
} as const satisfies Readonly<Record<string, Flow>>;
