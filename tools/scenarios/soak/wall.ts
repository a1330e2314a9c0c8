import type { Browser, Page } from 'playwright';
import { HOUSE } from '../../../proxy/sources/virtual/house/house';
import { randomOf } from '../../../proxy/sources/virtual/random';
import { startVirtual, type VirtualController } from '../../../proxy/sources/virtual/start';
import { heapOf, launchChromium, metricOf, signedInContext } from '../../support/browser';
import { atMost, reported, median, type Finding } from '../../support/figures';
import { join } from '../../support/join';
import { openWorld, type World } from '../../support/world';
import type { Scenario, ScenarioOptions } from '../scenario';

const DAYS = 30;
/** The morning of the first day, local time. */
const FIRST_DAY = new Date(2026, 10, 1, 7);
/** The day after which the first heap is measured. */
const WARM_DAYS = 2;
const CHANGES = 10_000;
/** Hours between two uses of the tablet. */
const USES = [1, 5, 6, 4, 8];
/** Milliseconds after which a tablet that nobody touches sleeps. */
const IDLE_MS = 600_000;
const HOUR_MS = 3_600_000;
/** Real milliseconds in which a page that has slept connects again. */
const RECONNECT_MS = 3000;
/** Milliseconds from the event of a motion to the awake tablet. */
const MAX_WAKE_MS = 500;
/** The motion sensor of the tablet's room, and that room. */
const MOTION = 31;
const roomOfMotion = HOUSE.sections
  .flatMap(({ rooms }) => rooms)
  .find(({ devices }) => devices.some(({ id }) => id === MOTION));
/** Seconds in which the sleeping page is measured in real time. */
const SLEEP_SECONDS = 20;
/** Sensors of the virtual house whose values change all day. */
const SENSORS = [28, 29, 46, 47, 60, 70, 107, 116, 125, 204];
const ROOMS = ['Living room', 'Kitchen', 'Dining room', 'Hall'];

/**
 * A wall tablet for thirty virtual days. The clock of its page jumps, as on a machine that was suspended: idle, screensaver,
 * night and midnights come, and the page has to be live again each time.
 */
export const wall: Scenario = {
  about: 'a wall tablet for thirty days on a clock that jumps',
  async run(options) {
    const world = await openWorld(await startVirtual({ isLiving: false }));
    try {
      const browser = await launchChromium();
      try {
        return [...(await sleepingPage(world, browser)), ...(await thirtyDays(world, browser, options))];
      } finally {
        await browser.close();
      }
    } finally {
      await world.stop();
    }
  }
};

const screensaverOf = (page: Page) => page.getByRole('region', { name: 'Screensaver' });

/** A browser context of a tablet that is signed in at a proxy. */
const tabletAt = async (browser: Browser, url: string) =>
  signedInContext(browser, url, await join(url), { viewport: { width: 1280, height: 800 }, hasTouch: true });

/**
 * Measures a sleeping page in real time, while five sensors report each second. Night hours that include now make it
 * start asleep.
 */
async function sleepingPage({ controller, program }: World, browser: Browser): Promise<readonly Finding[]> {
  const context = await tabletAt(browser, program.url);
  const page = await context.newPage();
  let value = 20;
  const reporting = setInterval(() => {
    value = value === 20 ? 20.1 : 20;
    for (const sensor of SENSORS.slice(0, 5)) controller.setDevice(sensor, { params: { Value: value } });
  }, 1000);
  await page.addInitScript(() => {
    const date = new Date();
    const now = date.getHours() * 60 + date.getMinutes();
    const night = { isOn: true, nightFrom: (now + 1380) % 1440, nightTo: (now + 60) % 1440 };
    localStorage.setItem('mantel.wall', JSON.stringify(night));
  });
  await page.goto(program.url);
  await screensaverOf(page).waitFor();
  const devtools = await context.newCDPSession(page);
  // Time on the processor: on a busy machine a task also waits for one.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  // What follows the start, such as the service worker's cache, is no part of the sleep.
  await page.waitForTimeout(10_000);
  const metrics = () =>
    Promise.all(['TaskDuration', 'LayoutCount'].map((metric) => metricOf(devtools, metric)));
  const [cpuBefore = NaN, layoutsBefore = NaN] = await metrics();
  await page.waitForTimeout(SLEEP_SECONDS * 1000);
  const [cpu = NaN, layouts = NaN] = await metrics();
  clearInterval(reporting);
  await context.close();
  return [
    atMost(0.5, 'processor share of a sleeping page', ((cpu - cpuBefore) / SLEEP_SECONDS) * 100, '%'),
    atMost(1, 'layouts a second of a sleeping page', (layouts - layoutsBefore) / SLEEP_SECONDS, '')
  ];
}

async function thirtyDays(
  { controller, program }: World,
  browser: Browser,
  { seed, say }: ScenarioOptions
): Promise<readonly Finding[]> {
  const context = await tabletAt(browser, program.url);
  const random = randomOf(seed, 'wall');
  const page = await context.newPage();
  const settings = JSON.stringify({ isOn: true, roomId: roomOfMotion?.id });
  await page.addInitScript((text) => localStorage.setItem('mantel.wall', text), settings);
  await page.clock.install({ time: FIRST_DAY });
  await page.goto(program.url);
  await page.getByRole('link', { name: /^Kitchen/ }).waitFor();
  const devtools = await context.newCDPSession(page);
  const heaps: number[] = [];
  const touches: number[][] = [];
  const wakes: number[] = [];
  for (let day = 1; day <= DAYS; day += 1) {
    const ofDay: number[] = [];
    for (const hours of USES) {
      for (let change = 0; change < CHANGES / DAYS / USES.length; change += 1) {
        const sensor = SENSORS[Math.floor(random.next() * SENSORS.length)] ?? 28;
        controller.setDevice(sensor, { params: { Value: Math.round(random.between(150, 250)) / 10 } });
      }
      await page.clock.fastForward(hours * HOUR_MS);
      await fallAsleep(page);
      ofDay.push(await use(page, ROOMS[Math.floor(random.next() * ROOMS.length)] ?? 'Kitchen'));
    }
    touches.push(ofDay);
    wakes.push(await wakeByMotion(controller, page));
    if (day === WARM_DAYS || day === DAYS) heaps.push(await heapOf(devtools));
    if (day % 10 === 0) say(`day ${day}`);
  }
  const [early = NaN, late = NaN] = heaps;
  const first = median(touches.slice(0, 5).flat());
  const last = median(touches.slice(-5).flat());
  return [
    reported('heap of the page on day 2', early, 'MB'),
    atMost(5, 'growth of its heap until day 30', late - early, 'MB'),
    reported('median time to open a room, first five days', first, 'ms'),
    atMost(1.5 * first, 'median time to open a room, last five days', last, 'ms'),
    atMost(MAX_WAKE_MS, 'median time from a motion to the awake tablet', median(wakes), 'ms'),
    reported('maximum time from a motion to the awake tablet', Math.max(...wakes), 'ms')
  ];
}

/** Lets time pass until the tablet sleeps: a motion that was reported late postpones it. */
async function fallAsleep(page: Page): Promise<void> {
  const screensaver = screensaverOf(page);
  for (let tries = 0; tries < 10; tries += 1) {
    await page.clock.fastForward(IDLE_MS);
    const isAsleep = await screensaver.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false
    );
    if (isAsleep) return;
  }
  throw new Error('The tablet does not fall asleep.');
}

/** Wakes the sleeping tablet by motion in its room, once it is day. Returns the time from the controller's event, in ms. */
async function wakeByMotion(controller: VirtualController, page: Page): Promise<number> {
  while ((await page.locator('html[data-wall-night]').count()) > 0) await page.clock.fastForward(HOUR_MS);
  await fallAsleep(page);
  const screensaver = screensaverOf(page);
  // The connection that the jump has cut is back.
  await page.waitForTimeout(RECONNECT_MS);
  const begun = performance.now();
  controller.setDevice(MOTION, { params: { Tripped: true } });
  await screensaver.waitFor({ state: 'detached' });
  const took = performance.now() - begun;
  controller.setDevice(MOTION, { params: { Tripped: false } });
  return took;
}

/** Wakes the tablet, opens a room, and leaves it to the idle machine. Returns the time to open the room, in ms. */
async function use(page: Page, room: string): Promise<number> {
  await page.touchscreen.tap(640, 20);
  await screensaverOf(page).waitFor({ state: 'detached' });
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
