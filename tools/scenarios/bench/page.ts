import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPaths } from 'node:path';
import type { Browser, BrowserContext } from 'playwright';
import { HOUSE } from '../../../proxy/sources/virtual/house/house';
import type { HousePlan } from '../../../proxy/sources/virtual/house/plan';
import { startVirtual } from '../../../proxy/sources/virtual/start';
import { launchChromium, signedInContext } from '../../support/browser';
import type { Finding } from '../../support/figures';
import { join } from '../../support/join';
import { startTcpFaultProxy } from '../../support/network/tcp-fault-proxy';
import { openWorld } from '../../support/world';
import type { Scenario, ScenarioOptions } from '../scenario';
import { mainOf, startChild } from './child';
import { compare, inTurn, type Bounds, type Rounds } from './comparison';
import { largeHouse } from './large-house';
import { openHome, slowPage, tapToRoom, type Site } from './opening';

/** A home to open, and the wanted ratio of each moment to the static page's. */
interface Home {
  readonly of: string;
  readonly house: HousePlan;
  readonly most: Readonly<Record<'touchable' | 'own' | 'cpu', number>>;
}

const HOMES: readonly Home[] = [
  { of: 'ordinary home', house: HOUSE, most: { touchable: 2.5, own: 6, cpu: 5 } },
  { of: 'large home', house: largeHouse(), most: { touchable: 2.5, own: 6, cpu: 3.5 } }
];

const VIEWPORT = { width: 1280, height: 800 };

const OURS: Omit<Site, 'origin'> = {
  seen: '.room-tile .room-icon svg',
  touchable: '.room-tile[href] .room-icon svg',
  own: '.room-tile[href]:not(#snapshot *, [data-recorded] *) .room-icon svg',
  device: '.tile[role="group"]:not(#snapshot *, [data-recorded] *)'
};
const STATIC: Omit<Site, 'origin'> = {
  seen: '.tile',
  touchable: '.tile[href]',
  own: '.tile[href]',
  device: '.device'
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
  stop(): Promise<void>;
}

/**
 * Compares how fast two homes open with a static page that fetches the same home and writes plain tiles, or with another build: from
 * the cache and for the first time; and how soon a tap leads to its room.
 * @param roundTripMs delay of the network between browser and server
 */
const opening = (about: string, roundTripMs: number): Scenario => ({
  about,
  async run(options) {
    const browser = await launchChromium();
    try {
      const findings: Finding[] = [];
      for (const home of HOMES)
        findings.push(...(await compareHome(home, { browser, roundTripMs }, options)));
      return findings;
    } finally {
      await browser.close();
    }
  }
});

/** On this machine, where a request costs no time of its own. */
export const page = opening('opens two homes, beside a static page that writes plain tiles', 0);

/** With the delay of a Wi-Fi at home, where each wave of requests costs time. */
export const pageFarAway = opening('the same with 20 ms of delay for a round trip', 20);

/** Where the pages are shown, and how far away that is. */
interface Setting {
  readonly browser: Browser;
  readonly roundTripMs: number;
}

async function compareHome(
  home: Home,
  setting: Setting,
  options: ScenarioOptions
): Promise<readonly Finding[]> {
  const ours = await openProgram(setting, home.house);
  try {
    const theirs = options.against
      ? await openProgram(setting, home.house, options.against)
      : await openStatic(setting, ours.body, ours.tiles);
    try {
      return await compareSides(home, { ours, theirs }, options);
    } finally {
      await theirs.stop();
    }
  } finally {
    await ours.stop();
  }
}

async function compareSides(
  { of, most }: Home,
  sides: { readonly ours: Opened; readonly theirs: Opened },
  { rounds, against }: ScenarioOptions
): Promise<readonly Finding[]> {
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
  const cold = await measure(async (side) => {
    const context = await side.fresh();
    const opening = await openHome(await open(side, context));
    await context.close();
    return opening;
  });
  const taps = await measure((side) => tapToRoom(warmOf(side)));

  const measured = <T>(what: string, times: Rounds<T>, figure: (each: T) => number, bounds?: Bounds) =>
    compare(`${of}, ${what}`, 'ms', times, figure, against === undefined ? bounds : {});
  return [
    measured('warm: a tile is seen', warm, ({ seen }) => seen),
    measured('warm: it takes a touch', warm, ({ touchable }) => touchable, { most: most.touchable }),
    measured("warm: all of the app's own", warm, ({ own }) => own, { most: most.own }),
    measured('warm: main thread until then', warm, ({ cpu }) => cpu, { most: most.cpu }),
    measured('cold: a tile takes a touch', cold, ({ touchable }) => touchable),
    measured('cold: main thread', cold, ({ cpu }) => cpu),
    measured('a tap at once: its room is shown', taps, (ms) => ms)
  ];
}

/** A server behind a network with this delay: half of it for each direction. */
async function farAway(url: string, roundTripMs: number) {
  if (roundTripMs === 0) return { origin: url, stop: () => Promise.resolve() };
  const network = await startTcpFaultProxy(Number(new URL(url).port));
  network.set({ latencyMs: roundTripMs / 2 });
  return { origin: `http://127.0.0.1:${network.port}`, stop: () => network.stop() };
}

/** Starts a build of the program with a controller, and opens it twice: until the browser has its files, and until it has the home. */
async function openProgram(
  { browser, roundTripMs }: Setting,
  house: HousePlan,
  folder?: string
): Promise<Opened & { readonly body: string }> {
  const world = await openWorld(await startVirtual({ house, isLiving: false }), {
    main: folder && mainOf(folder)
  });
  const { program } = world;
  const network = await farAway(program.url, roundTripMs);
  const { origin } = network;
  const grant = await join(program.url);
  const headers = { cookie: grant.cookie };
  const home = await fetch(`${program.url}/api/controllers/${grant.controller}/home`, { headers });
  const body = await home.text();
  const fresh = () => signedInContext(browser, origin, grant, { viewport: VIEWPORT });
  const known = await fresh();
  const first = await known.newPage();
  let tiles = 0;
  for (let opening = 0; opening < 2; opening++) {
    await first.goto(origin);
    await first.getByRole('banner').getByRole('status').getByText('Live', { exact: true }).waitFor();
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await first.waitForTimeout(2_000);
    tiles = await first.locator(OURS.own).count();
    // The page writes the home and its snapshot when it is left.
    await first.goto('about:blank');
  }
  await first.close();
  return {
    site: { ...OURS, origin },
    known,
    fresh,
    tiles,
    body,
    async stop() {
      await known.close();
      await network.stop();
      await world.stop();
    }
  };
}

/** Starts the static page with the home of this text. */
async function openStatic({ browser, roundTripMs }: Setting, home: string, tiles: number): Promise<Opened> {
  const folder = await mkdtemp(joinPaths(tmpdir(), 'mantel-bench-'));
  const file = joinPaths(folder, 'home.json');
  await writeFile(file, home);
  const server = await startChild('static-page.ts', file);
  const network = await farAway(`http://127.0.0.1:${server.port}`, roundTripMs);
  const { origin } = network;
  const fresh = () => browser.newContext({ viewport: VIEWPORT });
  const known = await fresh();
  return {
    site: { ...STATIC, origin },
    known,
    fresh,
    tiles,
    async stop() {
      await known.close();
      await network.stop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  };
}
