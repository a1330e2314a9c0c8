import { chromium } from 'playwright';
import { findChromium, launchArguments } from '../../.ci/chromium.mjs';
import { handOnPage } from '../../tests/browser/harness/hand-on-page';
import { houseOf, SLIDERS } from '../../tests/browser/harness/workbench';
import type { Finding } from './figures';
import { join } from './join';
import { MAX_STIRRED, scrollStorm } from './scroll-storm';
import { openWorld } from './world';

const GESTURES = 2000;

/** The whole storm of scrolling fingers in a real browser: what they send, and what they move, must be nothing. */
export async function scroll({ seed }: { readonly seed: number }): Promise<readonly Finding[]> {
  const world = await openWorld({ house: houseOf(SLIDERS), isLiving: false });
  const { url } = world.program;
  const browser = await chromium.launch({
    executablePath: (await findChromium()).path,
    args: launchArguments()
  });
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const { cookie } = await join(url);
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
    const page = await context.newPage();
    await page.goto(`${url}/rooms/${SLIDERS.id}`);
    const storm = { sliders: SLIDERS.devices.length, count: GESTURES, seed };
    const figures = await scrollStorm(page, await handOnPage(page), storm);
    return [
      { of: 'scrolls that began on sliders', found: figures.gestures, unit: '' },
      { of: 'scrolls that began on handles', found: figures.onHandles, unit: '' },
      { of: 'scrolls that the browser took for none', found: figures.gestures - figures.scrolled, unit: '' },
      {
        of: 'commands sent by scrolling',
        found: world.controller.commandsReceived().length,
        most: 0,
        unit: ''
      },
      {
        of: 'times that a handle stirred',
        found: figures.moved.length,
        most: GESTURES * MAX_STIRRED,
        unit: ''
      },
      { of: 'handles left elsewhere', found: figures.left.length, most: 0, unit: '' }
    ];
  } finally {
    await browser.close();
    await world.stop();
  }
}
