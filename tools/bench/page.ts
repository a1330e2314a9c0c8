import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPaths } from 'node:path';
import type { Browser, BrowserContext } from 'playwright';
import * as v from 'valibot';
import { HOUSE } from '../../proxy/virtual/house/house';
import type { HousePlan } from '../../proxy/virtual/house/plan';
import { startVirtual } from '../../proxy/virtual/start';
import { launchChromium, signedInContext } from '../support/browser';
import { join } from '../support/join';
import { openWorld } from '../support/world';
import { mainOf, startChild } from './child';
import { inTurn, type Bounds, type BenchOptions, type Comparison } from './comparison';
import { largeHouse } from './large-house';
import { openHome, slowPage, switchInRoom, tapToRoom, type Site } from './opening';

/** A home to open, a room of it that has a switch, and the wanted ratio of each moment to the static page's. */
interface Home {
  readonly of: string;
  readonly house: HousePlan;
  readonly room: number;
  readonly most: Readonly<Record<'touchable' | 'own' | 'cold' | 'cpu', number>>;
}

const HOMES: readonly Home[] = [
  { of: 'ordinary home', house: HOUSE, room: 11, most: { touchable: 2.5, own: 3.5, cold: 3.5, cpu: 3.5 } },
  { of: 'large home', house: largeHouse(), room: 1, most: { touchable: 2.5, own: 5, cold: 3.5, cpu: 3.5 } }
];

const VIEWPORT = { width: 1280, height: 800 };

const OURS: Omit<Site, 'origin' | 'arrived'> = {
  seen: '.room-tile .room-icon svg',
  touchable: '.room-tile[href] .room-icon svg',
  own: '.room-tile[href]:not(#snapshot *) .room-icon svg',
  device: '.tile[role="group"]:not(#snapshot *)',
  switch: '.tile [role="switch"]:not([aria-disabled="true"], #snapshot *)'
};
const STATIC: Omit<Site, 'origin' | 'arrived'> = {
  seen: '.tile',
  touchable: '.tile[href]',
  own: '.tile[href]',
  device: '.device',
  switch: '.device'
};

/** A site in a browser. */
interface Opened {
  readonly site: Site;
  /** A context that has opened it before. */
  readonly known: BrowserContext;
  /** Makes a context that has not. */
  readonly fresh: () => Promise<BrowserContext>;
  /** How many tiles of rooms its home has. */
  readonly tiles: number;
  /** Whether it opens without a network. */
  readonly isOffline: boolean;
  stop(): Promise<void>;
}

/**
 * Compares how fast two homes open with a static page that fetches the same home and writes plain tiles, or with another build: from
 * the cache, for the first time and without a network; and how soon a tap leads to its room and a touch of a switch to its command.
 */
export async function page({ rounds, against }: BenchOptions): Promise<readonly Comparison[]> {
  const browser = await launchChromium();
  try {
    const comparisons: Comparison[] = [];
    for (const home of HOMES) {
      const ours = await openProgram(browser, home.house);
      const theirs = against
        ? await openProgram(browser, home.house, against)
        : await openStatic(browser, ours.body, ours.tiles);
      try {
        comparisons.push(...(await compareHome(home, { ours, theirs }, rounds)));
      } finally {
        await theirs.stop();
        await ours.stop();
      }
    }
    return comparisons;
  } finally {
    await browser.close();
  }
}

async function compareHome(
  { of, room, most }: Home,
  sides: { readonly ours: Opened; readonly theirs: Opened },
  rounds: number
): Promise<readonly Comparison[]> {
  /** Measures both sides in turn. */
  const measure = <T>(one: (side: Opened) => Promise<T>) =>
    inTurn(rounds, { ours: () => one(sides.ours), theirs: () => one(sides.theirs) });
  const open = ({ site, tiles }: Opened, context: BrowserContext) => slowPage(context, site, tiles);
  const warmPages = {
    ours: await open(sides.ours, sides.ours.known),
    theirs: await open(sides.theirs, sides.theirs.known)
  };
  const warmOf = (side: Opened) => (side === sides.ours ? warmPages.ours : warmPages.theirs);

  const warm = await measure((side) => openHome(warmOf(side)));
  const offline = await measure(async (side) => {
    await side.known.setOffline(side.isOffline);
    const opening = await openHome(warmOf(side));
    await side.known.setOffline(false);
    return opening;
  });
  const cold = await measure(async (side) => {
    const context = await side.fresh();
    const opening = await openHome(await open(side, context));
    await context.close();
    return opening;
  });
  const taps = await measure((side) => tapToRoom(warmOf(side)));
  const commands = await measure((side) => switchInRoom(warmOf(side), `/rooms/${room}`));

  const compare = <T>(
    what: string,
    measured: { readonly ours: readonly T[]; readonly theirs: readonly T[] },
    figure: (each: T) => number,
    wanted?: Bounds
  ): Comparison => ({
    of: `${of}, ${what}`,
    unit: 'ms',
    ours: measured.ours.map(figure),
    theirs: measured.theirs.map(figure),
    ...(wanted && { wanted })
  });
  return [
    compare('warm: a tile is seen', warm, ({ seen }) => seen),
    compare('warm: it takes a touch', warm, ({ touchable }) => touchable, { most: most.touchable }),
    compare("warm: all of the app's own", warm, ({ own }) => own, { most: most.own }),
    compare('warm: main thread until then', warm, ({ cpu }) => cpu, { most: most.cpu }),
    compare('offline: a tile takes a touch', offline, ({ touchable }) => touchable),
    compare("offline: all of the app's own", offline, ({ own }) => own),
    compare('cold: a tile takes a touch', cold, ({ touchable }) => touchable, { most: most.cold }),
    compare('cold: main thread', cold, ({ cpu }) => cpu),
    compare('a tap at once: its room is shown', taps, (ms) => ms),
    compare('room opened: command sent', commands, ({ fromNavigation }) => fromNavigation),
    compare('touch of a switch: command sent', commands, ({ fromTouch }) => fromTouch)
  ];
}

/** Starts a build of the program with a controller, and opens it twice: until the browser has its files, and until it has the home. */
async function openProgram(
  browser: Browser,
  house: HousePlan,
  folder?: string
): Promise<Opened & { readonly body: string }> {
  const world = await openWorld(await startVirtual({ house, isLiving: false }), {
    main: folder && mainOf(folder)
  });
  const { controller, program } = world;
  const grant = await join(program.url);
  const headers = { cookie: grant.cookie };
  const home = await fetch(`${program.url}/api/controllers/${grant.controller}/home`, { headers });
  const body = await home.text();
  const fresh = () => signedInContext(browser, program.url, grant, { viewport: VIEWPORT });
  const known = await fresh();
  const first = await known.newPage();
  let tiles = 0;
  for (let opening = 0; opening < 2; opening++) {
    await first.goto(program.url);
    await first.getByRole('banner').getByRole('status').getByText('Live', { exact: true }).waitFor();
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await first.waitForTimeout(2_000);
    tiles = await first.locator(OURS.own).count();
    // The page writes the home and its snapshot when it is left.
    await first.goto('about:blank');
  }
  await first.close();
  const arrived = (from: number) => {
    const last = controller.commandsReceived().at(-1);
    return Promise.resolve(last && last.at > from ? last.at : undefined);
  };
  return {
    site: { ...OURS, origin: program.url, arrived },
    known,
    fresh,
    tiles,
    isOffline: true,
    body,
    async stop() {
      await known.close();
      await world.stop();
    }
  };
}

const arrivedSchema = v.object({ at: v.number() });

/** Starts the static page with the home of this text. It is measured with a network, also beside an app without one. */
async function openStatic(browser: Browser, home: string, tiles: number): Promise<Opened> {
  const folder = await mkdtemp(joinPaths(tmpdir(), 'mantel-bench-'));
  const file = joinPaths(folder, 'home.json');
  await writeFile(file, home);
  const server = await startChild('static-page.ts', file);
  const origin = `http://127.0.0.1:${server.port}`;
  const fresh = () => browser.newContext({ viewport: VIEWPORT });
  const known = await fresh();
  async function arrived(from: number) {
    const { at } = v.parse(arrivedSchema, await fetch(`${origin}/command`).then((reply) => reply.json()));
    return at > from ? at : undefined;
  }
  return {
    site: { ...STATIC, origin, arrived },
    known,
    fresh,
    tiles,
    isOffline: false,
    async stop() {
      await known.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  };
}
