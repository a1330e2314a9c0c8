import { launchChromium } from '../../support/browser';
import { HEIGHT, WIDTH, type Browser } from './browser';

/** Starts a Chromium and drives it over the DevTools protocol. @param path of its program */
export async function startChromium(path: string): Promise<Browser> {
  const browser = await launchChromium(path);
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, locale: 'en-GB' });
  return {
    version: `Chromium ${browser.version()}`,
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    mouse: async (steps) => {
      for (const step of steps)
        if (typeof step === 'string') await page.mouse[step]();
        else await page.mouse.move(step.to.x, step.to.y);
    },
    press: async (keys) => {
      for (const key of keys) await page.keyboard.down(key);
      for (const key of keys.toReversed()) await page.keyboard.up(key);
    },
    resize: (width, height = HEIGHT) => page.setViewportSize({ width, height }),
    picture: () => page.screenshot(),
    close: () => browser.close()
  };
}
