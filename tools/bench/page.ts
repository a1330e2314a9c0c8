import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPaths } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { routes } from '#shared/wire';
import { findChromium, launchArguments } from '../../.ci/chromium.mjs';
import * as make from '../../proxy/virtual/house/make';
import type { HousePlan, RoomPlan } from '../../proxy/virtual/house/plan';
import { startVirtual } from '../../proxy/virtual/start';
import { Program } from '../../tests/browser/harness/program';
import { join } from '../soak/join';
import { startChild } from './child';
import { inTurn, type Comparison } from './comparison';

const SECTIONS = 20;
const ROOMS_PER_SECTION = 5;
const DEVICES_PER_ROOM = 20;
const ROOMS = SECTIONS * ROOMS_PER_SECTION;

/** How many times slower than this machine the page runs, to stand for an old tablet. */
const SLOW_DOWN = 4;
/** Timeout of one opening, in ms. */
const TIMEOUT_MS = 60_000;

/** The time in ms from the navigation to a frame in which each of these is shown. */
interface Opening {
  /** A room's tile with its picture. */
  readonly seen: number;
  /** One that takes a touch. */
  readonly touched: number;
  /** The page's own tiles, of all rooms. */
  readonly whole: number;
}

/** What is waited for: elements that a selector finds, and how many of them. */
type Wanted = Readonly<Record<keyof Opening, readonly [selector: string, count: number]>>;

const OURS: Wanted = {
  seen: ['.room-tile > svg', 1],
  touched: ['.room-tile[href] > svg', 1],
  whole: ['.room-tile[href]:not(#snapshot *) > svg', ROOMS]
};
/** The static page has all of its tiles at once. */
const THEIRS: Wanted = {
  seen: ['.tile', ROOMS],
  touched: ['.tile[href]', ROOMS],
  whole: ['.tile[href]', ROOMS]
};

/**
 * Compares how fast a home of 100 rooms and 2,000 devices opens a second time with a static page that fetches it. The first
 * tiles are those of the snapshot: a tap on them is remembered. The app's own tiles replace them.
 */
export async function page(rounds: number): Promise<readonly Comparison[]> {
  const controller = await startVirtual({ house: largeHouse(), isLiving: false });
  const program = new Program([
    '--no-demo',
    '--allow-loopback',
    '--controller-port',
    String(controller.port)
  ]);
  const folder = await mkdtemp(joinPaths(tmpdir(), 'mantel-bench-'));
  const { path } = await findChromium();
  const browser = await chromium.launch({ executablePath: path, args: launchArguments() });
  try {
    await program.start();
    const grant = await join(program.url);
    const file = joinPaths(folder, 'home.json');
    const home = await fetch(program.url + routes.home(grant.controller), {
      headers: { cookie: grant.cookie }
    });
    await writeFile(file, await home.text());
    const baseline = await startChild('static-page.ts', file);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const [name = '', value = ''] = grant.cookie.split('=');
    await context.addCookies([{ name, value, url: program.url, httpOnly: true, sameSite: 'Strict' }]);
    await fillCaches(context, program.url);
    const ours = await slowPage(context);
    const theirs = await slowPage(context);
    const opened = await inTurn(rounds, {
      ours: () => open(ours, program.url, OURS),
      theirs: () => open(theirs, `http://127.0.0.1:${baseline.port}`, THEIRS)
    });
    await baseline.stop();
    const compare = (of: string, what: keyof Opening) => ({
      of,
      unit: 'ms',
      ours: opened.ours.map((opening) => opening[what]),
      theirs: opened.theirs.map((opening) => opening[what])
    });
    return [
      { ...compare('100 rooms from the cache: tiles are seen', 'seen'), wanted: { most: 2.5 } },
      { ...compare('100 rooms from the cache: tiles take a touch', 'touched'), wanted: { most: 2.5 } },
      compare("100 rooms from the cache: all of the app's own tiles", 'whole')
    ];
  } finally {
    await browser.close();
    await program.kill();
    await program.clean();
    await controller.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function largeHouse(): HousePlan {
  let id = 1_000;
  const room = (at: number): RoomPlan => ({
    id: at + 1,
    name: `Suite ${at + 1}`,
    icon: '',
    image: '',
    climate: { mean: 20, swing: 2 },
    main: {},
    devices: Array.from({ length: DEVICES_PER_ROOM }, (_, device) => deviceOf(++id, device))
  });
  const sections = Array.from({ length: SECTIONS }, (_, section) => ({
    id: section + 1,
    name: `Floor ${section + 1}`,
    rooms: Array.from({ length: ROOMS_PER_SECTION }, (_each, at) => room(section * ROOMS_PER_SECTION + at))
  }));
  const nowhere = { ...room(-1), id: 999_999, name: 'NAME_ROOM_NONE', devices: [] };
  return { sections, noRoom: nowhere, orphans: { room: 999_998, devices: [] } };
}

/** Devices of a usual mixture. */
function deviceOf(id: number, at: number) {
  if (at < 6) return make.lamp(id, `Lamp ${at + 1}`, { params: { Status: at % 3 === 0 } });
  if (at < 10) return make.dimmer(id, `Dimmer ${at + 1}`, at * 10);
  if (at < 14) return make.shutter(id, `Shutter ${at + 1}`, 99);
  if (at < 16) return make.window(id, `Window ${at + 1}`);
  if (at < 18) return make.temperature(id, `Temperature ${at + 1}`, 20.5);
  return at === 18 ? make.humidity(id, 'Humidity', 45) : make.motion(id, 'Motion');
}

/** Opens the app once, until the service worker has its files, and the home and its snapshot are in the browser's storage. */
async function fillCaches(context: BrowserContext, origin: string): Promise<void> {
  const first = await context.newPage();
  await first.goto(origin);
  await first.getByRole('banner').getByRole('status').getByText('Live', { exact: true }).waitFor();
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await first.waitForFunction(() => localStorage.getItem('mantel.snapshot') !== null);
  // The page writes the home, and the snapshot again, when it is left.
  await first.goto('about:blank');
  await first.close();
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const slow = await context.newPage();
  const devtools = await context.newCDPSession(slow);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  return slow;
}

async function open(slow: Page, origin: string, wanted: Wanted): Promise<Opening> {
  await slow.goto(origin, { waitUntil: 'commit' });
  const shown = async (what: keyof Opening): Promise<number> => {
    const time = await slow.waitForFunction(
      ([selector, count]) => {
        const found = document.querySelectorAll(selector);
        const isShown = found.length >= count && found[0]?.getClientRects().length !== 0;
        return isShown && performance.now();
      },
      wanted[what],
      { polling: 'raf', timeout: TIMEOUT_MS }
    );
    return Number(await time.jsonValue());
  };
  const [seen, touched, whole] = await Promise.all([shown('seen'), shown('touched'), shown('whole')]);
  await slow.goto('about:blank');
  return { seen, touched, whole };
}
