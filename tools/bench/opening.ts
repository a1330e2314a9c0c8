import type { BrowserContext, CDPSession, Page } from 'playwright';

/** How many times slower than this machine the page runs, to stand for an old tablet. */
const SLOW_DOWN = 4;
/** Timeout of one step, in ms. */
const TIMEOUT_MS = 60_000;

/** A page that shows a home, and how its parts are found. Each selector stands for what is waited for. */
export interface Site {
  readonly origin: string;
  /** A room's tile, with its picture if it has one; one that takes a touch; one that is no snapshot. */
  readonly seen: string;
  readonly touchable: string;
  readonly own: string;
  /** A device on the page of a room. */
  readonly device: string;
  /** The first switch on the page of a room that takes a touch. */
  readonly switch: string;
  /** Milliseconds since the epoch at which the last command arrived behind the page. Undefined if none came since `from`. */
  arrived(from: number): Promise<number | undefined>;
}

/** Times in ms from a navigation to a frame in which each of these is shown. */
interface Opening {
  readonly seen: number;
  readonly touchable: number;
  /** All of the page's own tiles. */
  readonly own: number;
  /** Time of the main thread until then, in ms on the processor. */
  readonly cpu: number;
}

/** A slow page in a browser context. */
export interface SlowPage {
  readonly page: Page;
  readonly devtools: CDPSession;
}

export async function slowPage(context: BrowserContext): Promise<SlowPage> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, devtools };
}

/**
 * Waits in the page for a frame in which `count` elements are shown.
 * @returns when that was, in ms since the epoch
 */
async function shown(page: Page, selector: string, count = 1): Promise<number> {
  const time = await page.waitForFunction(
    ([what, least]) => {
      const found = document.querySelectorAll(what);
      const isShown = found.length >= least && found[0]?.getClientRects().length !== 0;
      return isShown && performance.timeOrigin + performance.now();
    },
    [selector, count] as const,
    { polling: 'raf', timeout: TIMEOUT_MS }
  );
  return Number(await time.jsonValue());
}

/** Begins to open a page. Returns when the navigation began, in ms since the epoch. */
async function begin({ page }: SlowPage, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(() => performance.timeOrigin);
}

const leave = ({ page }: SlowPage) => page.goto('about:blank');

/** Opens the home until all of its own tiles are shown. */
export async function openHome(slow: SlowPage, site: Site, tiles: number): Promise<Opening> {
  const begun = await begin(slow, site.origin);
  const [seen, touchable, own] = await Promise.all([
    shown(slow.page, site.seen),
    shown(slow.page, site.touchable),
    shown(slow.page, site.own, tiles)
  ]);
  const cpu = await mainThread(slow);
  await leave(slow);
  return { seen: seen - begun, touchable: touchable - begun, own: own - begun, cpu };
}

/** Opens the home and taps its first tile as soon as it takes a touch. Returns the ms from the navigation until its room is shown. */
export async function tapToRoom(slow: SlowPage, site: Site): Promise<number> {
  const begun = await begin(slow, site.origin);
  // The tap may leave the document: nothing waits there for its end.
  await slow.page.evaluate((what) => {
    const looking = setInterval(() => {
      const tile = document.querySelector(what)?.closest('a');
      if (tile) clearInterval(looking);
      tile?.click();
    }, 4);
  }, site.touchable);
  const room = await shown(slow.page, site.device);
  await leave(slow);
  return room - begun;
}

/** Times of a command in ms: from the navigation, and from its touch, until it is behind the page. */
interface CommandTimes {
  readonly fromNavigation: number;
  readonly fromTouch: number;
}

/** Opens a room and touches its first switch as soon as it is enabled. */
export async function switchInRoom(slow: SlowPage, site: Site, path: string): Promise<CommandTimes> {
  const { page } = slow;
  const begun = await begin(slow, site.origin + path);
  await shown(page, site.switch);
  const touched = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        window.addEventListener('pointerup', (up) => resolve(performance.timeOrigin + up.timeStamp), {
          capture: true,
          once: true
        })
      )
  );
  await page.locator(site.switch).first().click({ force: true });
  const at = await touched;
  let arrived = await site.arrived(begun);
  while (arrived === undefined) {
    if (Date.now() - at > TIMEOUT_MS) throw new Error(`No command arrived from ${site.origin}.`);
    await page.waitForTimeout(5);
    arrived = await site.arrived(begun);
  }
  await leave(slow);
  return { fromNavigation: arrived - begun, fromTouch: arrived - at };
}

/** Time that the main thread of the document has spent so far, in ms on the processor. */
async function mainThread({ devtools }: SlowPage): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
}
