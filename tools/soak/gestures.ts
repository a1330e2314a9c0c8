import { chromium } from 'playwright';
import { findChromium, launchArguments } from '../../.ci/chromium.mjs';
import { touchDriverOf } from '../../tests/browser/harness/page-touch';
import { houseOf, SLIDERS } from '../../tests/browser/harness/workbench';
import type { Finding } from '../support/figures';
import { join } from '../support/join';
import { MAX_STIRRED, scrollStorm } from './scroll-storm';
import { openWorld } from '../support/world';

const GESTURES = 2000;

/** Runs the full scroll storm in a real browser. Scrolling must send no command and move no slider. */
export async function scroll({ seed }: { readonly seed: number }): Promise<readonly Finding[]> {
  const world = await openWorld({ house: houseOf(SLIDERS), isLiving: false });
  const { url } = world.program;
  const browser = await chromium.launch({
    executablePath: (await findChromium()).path,
    args: launchArguments()
  });
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    // tsx gives inner functions their names by a helper, which pages lack.
    await context.addInitScript('globalThis.__name = (value) => value');
    const { cookie } = await join(url);
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
    const page = await context.newPage();
    await page.goto(`${url}/rooms/${SLIDERS.id}`);
    const storm = { sliders: SLIDERS.devices.length, count: GESTURES, seed };
    const figures = await scrollStorm(page, await touchDriverOf(page), storm);
    return [
      { of: 'scrolls that started on sliders', found: figures.gestures, unit: '' },
      { of: 'scrolls that started on handles', found: figures.onHandles, unit: '' },
      {
        of: 'gestures that the browser did not treat as scrolls',
        found: figures.gestures - figures.scrolled,
        unit: ''
      },
      {
        of: 'commands sent by scrolling',
        found: world.controller.commandsReceived().length,
        most: 0,
        unit: ''
      },
      {
        of: 'times that a handle moved briefly',
        found: figures.moved.length,
        most: GESTURES * MAX_STIRRED,
        unit: ''
      },
      { of: 'handles left at another position', found: figures.left.length, most: 0, unit: '' }
    ];
  } finally {
    await browser.close();
    await world.stop();
  }
}
