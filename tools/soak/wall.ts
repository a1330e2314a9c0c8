import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright';
import { findChromium, launchArguments } from '../../.ci/chromium.mjs';
import { randomOf } from '../../proxy/virtual/random';
import { median, type Finding } from './figures';
import { join } from './join';
import { openWorld, type World } from './world';
import type { SoakOptions } from './soak-options';

const DAYS = 30;
/** The day after which the first heap is measured. */
const WARM_DAYS = 2;
const CHANGES = 10_000;
const HOUR_MS = 3_600_000;
/** Seconds in which the sleeping page is measured in real time. */
const SLEEP_SECONDS = 20;
/** Sensors of the virtual house whose values change all day. */
const SENSORS = [28, 29, 46, 47, 60, 70, 107, 116, 125, 204];
const ROOMS = ['Living room', 'Kitchen', 'Dining room', 'Hall'];

/**
 * A wall tablet for thirty virtual days. The page's clock is moved, so that idle, screensaver and night come as in a
 * household. The proxy runs in real time and gets all changes of those days.
 */
export async function wall({ seed, say }: SoakOptions): Promise<readonly Finding[]> {
  const world = await openWorld({ isLiving: false });
  const browser = await chromium.launch({
    executablePath: (await findChromium()).path,
    args: launchArguments()
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true });
    const { url } = world.program;
    const [name = '', value = ''] = (await join(url)).cookie.split('=');
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
    const asleep = await sleepingPage(world, context);
    return [...asleep, ...(await thirtyDays(world, context, { seed, say }))];
  } finally {
    await browser.close();
    await world.stop();
  }
}

/**
 * Measures a sleeping page in real time, while five sensors report each second. Night hours that include now make it
 * start asleep.
 */
async function sleepingPage(world: World, context: BrowserContext): Promise<readonly Finding[]> {
  const page = await context.newPage();
  let value = 20;
  const reporting = setInterval(() => {
    value = value === 20 ? 20.1 : 20;
    for (const sensor of SENSORS.slice(0, 5))
      world.controller.setDevice(sensor, { params: { Value: value } });
  }, 1000);
  await page.addInitScript(() => {
    const { hours, minutes } = { hours: new Date().getHours(), minutes: new Date().getMinutes() };
    const now = hours * 60 + minutes;
    const night = { isOn: true, nightFrom: (now + 1380) % 1440, nightTo: (now + 60) % 1440 };
    localStorage.setItem('mantel.wall', JSON.stringify(night));
  });
  await page.goto(world.program.url);
  await page.getByRole('region', { name: 'Screensaver' }).waitFor();
  const devtools = await context.newCDPSession(page);
  // Time on the processor: on a busy machine a task also waits for one.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  // What follows the start, such as the service worker's cache, is no part of the sleep.
  await page.waitForTimeout(10_000);
  const before = await metricsOf(devtools);
  await page.waitForTimeout(SLEEP_SECONDS * 1000);
  const after = await metricsOf(devtools);
  clearInterval(reporting);
  await page.close();
  const per = (metric: string) => ((after.get(metric) ?? NaN) - (before.get(metric) ?? NaN)) / SLEEP_SECONDS;
  return [
    { of: 'processor share of a sleeping page', found: per('TaskDuration') * 100, most: 0.5, unit: '%' },
    { of: 'layouts a second of a sleeping page', found: per('LayoutCount'), most: 1, unit: '' }
  ];
}

async function metricsOf(devtools: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

async function thirtyDays(
  world: World,
  context: BrowserContext,
  { seed, say }: Pick<SoakOptions, 'seed' | 'say'>
): Promise<readonly Finding[]> {
  const random = randomOf(seed, 'wall');
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('mantel.wall', '{"isOn":true}'));
  await page.clock.install({ time: new Date(2026, 10, 1, 7) });
  await page.goto(world.program.url);
  await page.getByRole('link', { name: /^Kitchen/ }).waitFor();
  const devtools = await context.newCDPSession(page);
  const heaps: number[] = [];
  const touches: number[][] = [];
  for (let day = 1; day <= DAYS; day += 1) {
    const ofDay: number[] = [];
    for (const hours of [1, 5, 6, 4, 8]) {
      for (let change = 0; change < CHANGES / DAYS / 5; change += 1) {
        const sensor = SENSORS[Math.floor(random.next() * SENSORS.length)] ?? 28;
        world.controller.setDevice(sensor, { params: { Value: Math.round(random.between(150, 250)) / 10 } });
      }
      await page.clock.fastForward(hours * HOUR_MS);
      await page.getByRole('region', { name: 'Screensaver' }).waitFor();
      ofDay.push(await use(page, ROOMS[Math.floor(random.next() * ROOMS.length)] ?? 'Kitchen'));
    }
    touches.push(ofDay);
    if (day === WARM_DAYS || day === DAYS) heaps.push(await heapOf(devtools));
    if (day % 10 === 0) say(`day ${day}`);
  }
  const [early = NaN, late = NaN] = heaps;
  const first = median(touches.slice(0, 5).flat());
  const last = median(touches.slice(-5).flat());
  return [
    { of: 'heap of the page on day 2', found: early, unit: 'MB' },
    { of: 'growth of its heap until day 30', found: late - early, most: 5, unit: 'MB' },
    { of: 'median time to open a room, first five days', found: first, unit: 'ms' },
    { of: 'median time to open a room, last five days', found: last, most: 1.5 * first, unit: 'ms' }
  ];
}

/** Wakes the tablet, opens a room, and leaves it to the idle machine. Returns the time to open the room, in ms. */
async function use(page: Page, room: string): Promise<number> {
  await page.touchscreen.tap(640, 20);
  await page.getByRole('region', { name: 'Screensaver' }).waitFor({ state: 'detached' });
  await page.clock.fastForward(1100);
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
  const begun = performance.now();
  await page.getByRole('link', { name: new RegExp(`^${room}`) }).tap();
  await page.getByRole('heading', { level: 1, name: room }).waitFor();
  const took = performance.now() - begun;
  await page.clock.fastForward(61_000);
  await page.getByRole('link', { name: /^Kitchen/ }).waitFor();
  return took;
}

/** Size of the JavaScript heap after a garbage collection, in MB (10^6 bytes). */
async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
}
