import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { AccessControl } from '../../proxy/access/access-control';
import { succeed } from '#shared/errors';
import { livePath } from '#shared/routes';
import { Hosts } from '../../proxy/http/hosts';
import { Pins } from '../../proxy/access/screens/pins';
import { Screens } from '../../proxy/access/screens/screens';
import { systemClock, type Clock } from '#shared/clock';
import { Accounts, NO_ACCOUNTS } from '../../proxy/controllers/accounts';
import { KnownControllers } from '../../proxy/controllers/known';
import { HomeFingerprints } from '../../proxy/controllers/home-fingerprints';
import { LinkReader } from '../../proxy/controllers/link';
import { SignIns } from '../../proxy/controllers/sign-in';
import { FoundControllers } from '../../proxy/discovery/reply';
import { startCommands } from '../../proxy/commands/start-commands';
import { registerForward } from '../../proxy/forward/routes';
import { Connections } from '../../proxy/http/connections';
import { registerLayouts } from '../../proxy/layouts/layouts';
import { Moods } from '../../proxy/lights/moods';
import { HappeningFeed } from '../../proxy/happenings/happening-feed';
import { registerHappenings } from '../../proxy/happenings/routes';
import { Dangers } from '../../proxy/alarms/dangers';
import { CommandLog } from '../../proxy/commands/command-log';
import { FingerprintListener } from '../../proxy/live/fingerprint-listener';
import { Homes } from '../../proxy/live/homes';
import { registerLive } from '../../proxy/live/routes';
import { silentLog } from '../../proxy/platform/log';
import { createServer } from '../../proxy/http/server';
import { registerScenes } from '../../proxy/scenes/routes';
import { registerTouch } from '../../proxy/touch/routes';
import { NO_TIMERS } from '../../proxy/timers/stored-timers';
import { startTimers } from '../../proxy/timers/start-timers';
import { memoryFile } from '../../proxy/store/sealed-file';
import { bootOf } from './boot';
import { layoutsInMemory, scenesInMemory, touchInMemory } from './layouts-in-memory';

/**
 * The proxy's upstream side with the real listeners, and one user signed in to a controller on `port` of
 * 127.0.0.1.
 */
export async function startUpstream(
  port: number,
  {
    clock = systemClock,
    links = new LinkReader()
  }: { clock?: Clock; links?: Pick<LinkReader, 'linkOf'> } = {}
) {
  const known = new KnownControllers({ file: memoryFile([]), clock, port });
  await known.load();
  const file = memoryFile(NO_ACCOUNTS);
  const accounts = new Accounts({ file, clock, known, links });
  await accounts.load();
  const fingerprints = new HomeFingerprints(memoryFile([]));
  const signIns = new SignIns({
    served: null,
    ...{ accounts, known, found: new FoundControllers(clock), fingerprints, links, clock, port },
    caps: { check: () => succeed(null), evictIfFull: () => succeed(null) },
    readAddress: (text) => ({ ok: true, value: text })
  });
  const signIn = (username = 'demo', password = 'demo') =>
    signIns.signIn(
      { address: '127.0.0.1', username, password, screen: '' },
      { pass: { use: async () => succeed(null) }, signal: new AbortController().signal }
    );

  const screens = new Screens({ file: memoryFile([]), clock });
  const stopScreens = await screens.start();
  const layouts = layoutsInMemory(clock);
  const scenes = scenesInMemory();
  const touch = touchInMemory();
  const timersFile = memoryFile(NO_TIMERS);
  const activities: object[] = [];
  const connections = new Connections({ clock, trustedProxies: [] });
  const admission = new AccessControl({
    hosts: new Hosts({ name: 'mantel', origin: undefined }),
    reverseProxy: { origin: undefined, trustedProxies: [] },
    screens,
    pins: new Pins({ screens, clock })
  });
  const app = createServer({ log: silentLog, accessControl: admission, connections });
  let losses = 0;
  const log = new CommandLog(clock);
  const moods = new Moods({ clock }, layouts, touch);
  const feed = new HappeningFeed({ clock }, log);
  const dangers = new Dangers({ clock }, layouts);
  const relocation = {
    name: 'relocation',
    receive: ({ type }: { type: string }) => void (type === 'lost' && losses++)
  };
  const homes = new Homes({ accounts, known, clock, log: silentLog }, [
    ...[relocation, moods, dangers, feed, layouts, scenes],
    new FingerprintListener({ known, fingerprints })
  ]);
  const started = startCommands({
    homes,
    moods,
    scenes,
    touch,
    screens,
    accounts,
    clock,
    log,
    events: silentLog
  });
  const { commands, inbox, view } = started;
  const { timers, view: timersView } = startTimers(app, {
    ...{ homes, touch, inbox, screens, accounts, clock, known, log },
    ...{ file: timersFile, folder: 'data', boot: bootOf(clock) },
    activity: { note: (activity) => void activities.push(activity) }
  });
  const stopMoods = moods.start();
  const stopTimers = await timers.start();
  registerHappenings(app, { feed, clock, homes, screens });
  const live = registerLive(app, {
    ...{ homes, screens, known, served: null, clock, log: silentLog, connections, inbox },
    admitUpgrade: (request) => admission.admitUpgrade(request),
    commands: view,
    lists: [layouts, moods, scenes, touch, timersView, dangers],
    activity: { unseenOf: () => null, onChange: () => () => undefined }
  });
  registerForward(app, { homes, inbox, screens, accounts });
  registerLayouts(app, { layouts, screens, home: (of, user) => homes.read(of, user) });
  registerScenes(app, { scenes, screens, homes });
  registerTouch(app, { touch, screens, homes, gate: { manages: ({ rights }) => rights.manages } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port: own } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${own}`;

  const signedIn = await signIn();
  expect(signedIn).toMatchObject({ ok: true });
  const controller = signedIn.ok ? signedIn.value.controller.id : '';

  /** A new screen of a user. */
  function addScreen(user = 'demo', of = controller) {
    const { screen, cookie } = screens.add({ name: 'test', controller: of, user, kept: false });
    return { screen, headers: { cookie: `mantel=${cookie}`, origin } };
  }
  const mine = addScreen();

  return {
    ...{
      origin,
      controller,
      accounts,
      known,
      screens,
      layouts,
      scenes,
      touch,
      timers,
      homes,
      live,
      commands,
      app,
      file
    },
    /** What managing screens were told. */
    activities,
    ...{ signIn, addScreen, screen: mine.screen, headers: mine.headers },
    /** How often the controller was reported as lost. */
    losses: () => losses,
    /** A request below the controller's path, as this screen. */
    call: (path: string, init: RequestInit = {}) =>
      fetch(`${origin}/api/controllers/${controller}${path}`, {
        ...init,
        headers: { ...mine.headers, ...(init.headers as Record<string, string> | undefined) }
      }),
    /** A command to a device, as this screen. */
    command: (device: number, method: string, params: object = {}, init: RequestInit = {}) =>
      fetch(`${origin}/api/controllers/${controller}/v2/devices/${device}/actions`, {
        method: 'POST',
        body: JSON.stringify({ method, params }),
        ...init,
        headers: { ...mine.headers, 'content-type': 'application/json' }
      }),
    liveUrl: (of = controller, query: Readonly<Record<string, string>> = {}) =>
      origin.replace('http', 'ws') + livePath(of, query),
    async stop() {
      stopTimers();
      stopMoods();
      started.stop();
      await live.stop();
      await app.close();
      await accounts.close();
      stopScreens();
    }
  };
}

/** The result of `startUpstream`. */
export type Upstream = Awaited<ReturnType<typeof startUpstream>>;
