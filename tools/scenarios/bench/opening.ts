import type { BrowserContext, CDPSession, Page } from 'playwright';
import { metricOf } from '../../support/browser';

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

/** A slow page in a browser context, for one site. */
export interface SlowPage {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly site: Site;
}

/**
 * Opens a page that is slow while it shows the site. It notes from its first script on when the parts of a home are shown: what the test asks it later waits behind its own
 * work.
 * @param tiles how many tiles the home has
 */
export async function slowPage(context: BrowserContext, site: Site, tiles: number): Promise<SlowPage> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(noteFrames, [
    ['seen', site.seen, 1],
    ['touchable', site.touchable, 1],
    ['own', site.own, tiles]
  ] as const);
  return { page, devtools, site };
}

/** Runs in the page: marks the first frame in which so many elements are shown, for each name. */
async function noteFrames(parts: readonly (readonly [name: string, selector: string, least: number])[]) {
  let missing = location.href === 'about:blank' ? [] : parts;
  while (missing.length > 0) {
    await new Promise(requestAnimationFrame);
    missing = missing.filter(([name, selector, least]) => {
      const found = document.querySelectorAll(selector);
      const isShown = found.length >= least && found[0]?.getClientRects().length !== 0;
      if (isShown) performance.mark(name);
      return !isShown;
    });
  }
}

/** Waits until a name is marked in the page. Returns when that was, in ms from the navigation. */
async function marked({ page }: SlowPage, name: 'seen' | 'touchable' | 'own'): Promise<number> {
  const time = await page.waitForFunction((of) => performance.getEntriesByName(of)[0]?.startTime, name, {
    polling: 10,
    timeout: TIMEOUT_MS
  });
  return Number(await time.jsonValue());
}

/**
 * Waits in the page for a frame in which an element is shown.
 * @returns when that was, in ms since the epoch
 */
async function shown(page: Page, selector: string): Promise<number> {
  const time = await page.waitForFunction(
    (what) => {
      const isShown = document.querySelector(what)?.getClientRects().length;
      return isShown !== undefined && isShown > 0 && performance.timeOrigin + performance.now();
    },
    selector,
    { polling: 'raf', timeout: TIMEOUT_MS }
  );
  return Number(await time.jsonValue());
}

/** Begins to open a page. Returns when the navigation began, in ms since the epoch. */
async function begin({ page, devtools }: SlowPage, url: string): Promise<number> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(() => performance.timeOrigin);
}

/** Leaves a page, which is no longer slow: the thread of a slow page spins, also when it is idle. */
async function leave({ page, devtools }: SlowPage): Promise<void> {
  await page.goto('about:blank');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

/** Opens the home until all of its own tiles are shown. */
export async function openHome(slow: SlowPage): Promise<Opening> {
  await begin(slow, slow.site.origin);
  const own = await marked(slow, 'own');
  const [seen, touchable] = [await marked(slow, 'seen'), await marked(slow, 'touchable')];
  const cpu = (await metricOf(slow.devtools, 'TaskDuration')) * 1_000;
  await leave(slow);
  return { seen, touchable, own, cpu };
}

/** Opens the home and taps its first tile as soon as it takes a touch. Returns the ms from the navigation until its room is shown. */
export async function tapToRoom(slow: SlowPage): Promise<number> {
  const { site } = slow;
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
