import type { CDPSession, Page } from 'playwright';
import type { VirtualController } from '../../../proxy/sources/virtual/start';
import { heapOf, launchChromium, signedInContext } from '../../support/browser';
import type { Grant } from '../../support/join';
import { LAMP_ROOM } from './batches';
import { BEACON } from './house';

/** Timeout of the page, in ms. */
const GIVE_UP_MS = 90_000;

/** The page in a real browser. It is opened once and never reloaded. */
export class Tab {
  readonly #page: Page;
  readonly #devtools: CDPSession;
  readonly #controller: VirtualController;

  private constructor(page: Page, devtools: CDPSession, controller: VirtualController) {
    this.#page = page;
    this.#devtools = devtools;
    this.#controller = controller;
  }

  /** Opens the page of a signed-in screen. Rejects if there is no browser. */
  static async open(origin: string, grant: Grant, controller: VirtualController): Promise<Tab> {
    const browser = await launchChromium();
    const context = await signedInContext(browser, origin, grant);
    const page = await context.newPage();
    await page.goto(`${origin}/rooms/${LAMP_ROOM.id}`);
    const devtools = await context.newCDPSession(page);
    const tab = new Tab(page, devtools, controller);
    await tab.untilCurrent();
    await page.evaluate(() => Reflect.set(globalThis, 'isFirst', true));
    return tab;
  }

  /** The time until the page is live and shows a new state of the beacon, in ms. */
  async untilCurrent(): Promise<number> {
    const isOn = this.#controller.device(BEACON.id)?.params['Status'] !== true;
    const begun = performance.now();
    this.#controller.setDevice(BEACON.id, { params: { Status: isOn } });
    const beacon = this.#page.getByRole('switch', { name: BEACON.name, checked: isOn });
    const live = this.#page.getByRole('banner').getByRole('status').getByText('Live', { exact: true });
    try {
      await beacon.waitFor({ timeout: GIVE_UP_MS });
      await live.waitFor({ timeout: GIVE_UP_MS });
    } catch {
      // The returned time shows the timeout.
    }
    return performance.now() - begun;
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await this.#page.context().browser()?.close();
  }

  /** Whether the page has not been reloaded. */
  isFirst(): Promise<boolean> {
    return this.#page.evaluate(() => Reflect.get(globalThis, 'isFirst') === true);
  }

  /** Size of the JavaScript heap, in MB (10^6 bytes). */
  heap(): Promise<number> {
    return heapOf(this.#devtools);
  }
}
