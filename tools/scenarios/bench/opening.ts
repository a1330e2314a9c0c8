import { setTimeout } from 'node:timers/promises';
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
  /** The first frames in which parts were shown, since a navigation began. */
  readonly reports: Report[];
}

/** A part of a home that a page shows. */
type Part = 'seen' | 'touchable' | 'own' | 'room';

/** The first frame in which a part is shown, and the begin of the navigation to its document, in ms since the epoch. */
interface Report {
  readonly part: Part;
  readonly origin: number;
  readonly at: number;
}

/** A part, the selector of its elements, and how many of them make it. */
type PartOf = readonly [part: Part, selector: string, least: number];

/** The function by which a page reports. */
const REPORT = 'reportShown';

/**
 * Opens a page that is slow while it shows the site. It reports by itself, from its first script on: a question of the test would load the
 * test's own code into the page while it opens, a quarter of the time that is measured.
 * @param tiles how many tiles the home has
 */
export async function slowPage(context: BrowserContext, site: Site, tiles: number): Promise<SlowPage> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const reports: Report[] = [];
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Page.enable');
  await devtools.send('Runtime.enable');
  devtools.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === REPORT) reports.push(JSON.parse(payload) as Report);
  });
  await devtools.send('Runtime.addBinding', { name: REPORT });
  const parts: readonly PartOf[] = [
    ['seen', site.seen, 1],
    ['touchable', site.touchable, 1],
    ['own', site.own, tiles],
    ['room', site.device, 1]
  ];
  await page.addInitScript(reportFrames, parts);
  return { page, devtools, site, reports };
}

/** Runs in the page: reports the first frame in which so many elements are shown, for each part. */
async function reportFrames(parts: readonly PartOf[]) {
  if (location.href === 'about:blank') return;
  const page = globalThis as unknown as { reportShown(payload: string): void };
  let missing = parts;
  while (missing.length > 0) {
    await new Promise(requestAnimationFrame);
    missing = missing.filter(([part, selector, least]) => {
      const found = document.querySelectorAll(selector);
      const isShown = found.length >= least && found[0]?.getClientRects().length !== 0;
      const { timeOrigin } = performance;
      if (isShown)
        page.reportShown(JSON.stringify({ part, origin: timeOrigin, at: timeOrigin + performance.now() }));
      return !isShown;
    });
  }
}

/** Waits until a part is shown. Returns when that was, in ms from the first navigation: a tap may lead to another document. */
async function untilShown({ reports, site }: SlowPage, part: Part): Promise<number> {
  const giveUpAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = reports.find((report) => report.part === part);
    if (found) return found.at - (reports[0]?.origin ?? 0);
    if (performance.now() > giveUpAt) throw new Error(`${site.origin} does not show "${part}".`);
    await setTimeout(10);
  }
}

/** Begins to open a page. */
async function begin({ page, devtools, site, reports }: SlowPage): Promise<void> {
  reports.length = 0;
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await page.goto(site.origin, { waitUntil: 'commit' });
}

/** Leaves a page, which is no longer slow: the thread of a slow page spins, also when it is idle. */
async function leave({ page, devtools }: SlowPage): Promise<void> {
  await page.goto('about:blank');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

/** Opens the home until all of its own tiles are shown. */
export async function openHome(slow: SlowPage): Promise<Opening> {
  await begin(slow);
  const own = await untilShown(slow, 'own');
  const seen = await untilShown(slow, 'seen');
  const touchable = await untilShown(slow, 'touchable');
  const cpu = (await metricOf(slow.devtools, 'TaskDuration')) * 1_000;
  await leave(slow);
  return { seen, touchable, own, cpu };
}

/** Opens the home and taps its first tile as soon as it takes a touch. Returns the ms from the navigation until its room is shown. */
export async function tapToRoom(slow: SlowPage): Promise<number> {
  const { devtools, site } = slow;
  const source = `(${tapOnce.toString()})(${JSON.stringify(site.touchable)})`;
  const { identifier } = await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source });
  await begin(slow);
  const room = await untilShown(slow, 'room');
  await devtools.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
  await leave(slow);
  return room;
}

/** Runs in the page: taps the first tile. */
function tapOnce(tiles: string) {
  const looking = setInterval(() => {
    const tile = document.querySelector(tiles)?.closest('a');
    if (tile) clearInterval(looking);
    tile?.click();
  }, 4);
}
