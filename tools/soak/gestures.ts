import { startVirtual } from '../../proxy/virtual/start';
import { launchChromium, signedInContext } from '../support/browser';
import { touchDriverOf } from '../support/touch-driver';
import { houseOf, SLIDERS } from '../support/house';
import { atMost, none, reported, type Finding } from '../support/figures';
import { join } from '../support/join';
import { MAX_STIRRED, scrollStorm } from './scroll-storm';
import { openWorld } from '../support/world';

const GESTURES = 2000;

/** Runs the full scroll storm in a real browser. Scrolling must send no command and move no slider. */
export async function scroll({ seed }: { readonly seed: number }): Promise<readonly Finding[]> {
  const world = await openWorld(await startVirtual({ house: houseOf(SLIDERS), isLiving: false }));
  const { url } = world.program;
  const browser = await launchChromium();
  try {
    const context = await signedInContext(browser, url, await join(url));
    // tsx gives inner functions their names by a helper, which pages lack.
    await context.addInitScript('globalThis.__name = (value) => value');
    const page = await context.newPage();
    await page.goto(`${url}/rooms/${SLIDERS.id}`);
    const storm = { sliders: SLIDERS.devices.length, count: GESTURES, seed };
    const figures = await scrollStorm(page, await touchDriverOf(page), storm);
    return [
      reported('scrolls that started on sliders', figures.gestures),
      reported('scrolls that started on handles', figures.onHandles),
      reported('gestures that the browser did not treat as scrolls', figures.gestures - figures.scrolled),
      none('commands sent by scrolling', world.controller.commandsReceived().length),
      atMost(GESTURES * MAX_STIRRED, 'times that a handle moved briefly', figures.moved.length, ''),
      none('handles left at another position', figures.left.length)
    ];
  } finally {
    await browser.close();
    await world.stop();
  }
}
