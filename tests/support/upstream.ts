import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { systemClock, type Clock } from '#shared/clock';
import { succeed } from '#shared/errors';
import { livePath } from '#shared/routes';
import { silentLog } from '../../proxy/server/base/platform/log';
import { NO_TIMERS } from '../../proxy/server/base/store/stored-timers';
import { HappeningFeed } from '../../proxy/server/chronicle/happening-feed';
import { registerHappenings } from '../../proxy/server/chronicle/routes';
import { CommandInbox } from '../../proxy/server/commands/command-inbox';
import { CommandLog } from '../../proxy/server/commands/command-log';
import { CommandExecutors } from '../../proxy/server/commands/commands';
import { registerScenes } from '../../proxy/server/commands/scenes/routes';
import { registerTimers } from '../../proxy/server/commands/timers/routes';
import { TimerList } from '../../proxy/server/commands/timers/timer-list';
import { Timers } from '../../proxy/server/commands/timers/timers';
import { VisibleCommands } from '../../proxy/server/commands/visible-commands';
import { Accounts, NO_ACCOUNTS } from '../../proxy/server/controllers/accounts';
import { CardReader } from '../../proxy/server/controllers/card';
import { FoundControllers } from '../../proxy/server/controllers/discovery/found-controllers';
import { HomeFingerprints } from '../../proxy/server/controllers/home-fingerprints';
import { KnownControllers } from '../../proxy/server/controllers/known';
import { SignIns } from '../../proxy/server/controllers/sign-in';
import { signInCase } from '../../proxy/server/controllers/sign-in-case';
import { registerForward } from '../../proxy/server/forward/routes';
import { Alarms } from '../../proxy/server/home/alarms/alarms';
import { NO_ALARMS } from '../../proxy/server/home/alarms/stored-alarms';
import { registerLayouts } from '../../proxy/server/home/layouts/layouts';
import { fingerprintListener } from '../../proxy/server/home/live/fingerprint-listener';
import { Homes } from '../../proxy/server/home/live/homes';
import { startLive } from '../../proxy/server/home/live/routes';
import { Sockets } from '../../proxy/server/home/live/sockets';
import { Moods } from '../../proxy/server/home/moods/moods';
import { registerTouch } from '../../proxy/server/home/touch/touch-rules';
import { AccessControl } from '../../proxy/server/household/access-control';
import type { Household } from '../../proxy/server/household/household';
import { Pins } from '../../proxy/server/household/screens/pins';
import type { Screen } from '../../proxy/server/household/screens/screen';
import { Screens } from '../../proxy/server/household/screens/screens';
import { Connections } from '../../proxy/server/http/connections';
import { Hosts } from '../../proxy/server/http/hosts';
import { createServer } from '../../proxy/server/http/server';
import { registerRecord } from '../../proxy/server/record/routes';
import {
  layoutsInMemory,
  recorderInMemory,
  scenesInMemory,
  touchInMemory,
  tripsInMemory
} from './layouts-in-memory';
import { memoryFile } from './memory-file';

/**
 * The proxy's upstream side with the real listeners, signed in to a controller on `port` of 127.0.0.1.
 */
export async function startUpstream(
  port: number,
  {
    clock = systemClock,
    cards = new CardReader()
  }: { clock?: Clock; cards?: Pick<CardReader, 'cardOf'> } = {}
) {
  const known = new KnownControllers({ file: memoryFile([]), clock, port });
  await known.load();
  const file = memoryFile(NO_ACCOUNTS);
  const accounts = new Accounts(file, { clock, known, cards });
  await accounts.load();
  const fingerprints = new HomeFingerprints(memoryFile([]));
  const found = new FoundControllers(clock);
  const signIns = new SignIns({
    accounts,
    known,
    found,
    fingerprints,
    cards,
    clock,
    port,
    hasRoom: () => succeed(null),
    beforeTakeBack: async () => undefined,
    readAddress: (text) => ({ ok: true, value: text })
  });
  const signIn = (username = 'demo', password = 'demo') =>
    signIns.signIn(
      signInCase({ address: '127.0.0.1' }, { known, found }) ?? {
        kind: 'new',
        here: [],
        address: '',
        isTyped: true
      },
      { username, password, screen: '' },
      { pass: { use: async () => succeed(null) }, signal: new AbortController().signal }
    );

  const screens = new Screens(memoryFile([]), clock);
  const stopScreens = await screens.start();
  const layouts = layoutsInMemory(clock);
  const scenes = scenesInMemory();
  const touch = touchInMemory();
  const timersFile = memoryFile(NO_TIMERS);
  const activities: object[] = [];
  const connections = new Connections({ clock, trustedProxies: [] });
  const pins = new Pins({ screens, clock } as never);
  const hosts = new Hosts({ name: 'mantel', origin: undefined, certificateNames: () => [] });
  const gate = { manages: ({ rights }: Screen) => rights.manages };
  const accessControl = new AccessControl({ screens, pins, gate, trustedProxies: [] } as never, hosts);
  const app = createServer({ log: silentLog, accessControl, connections });
  let losses = 0;
  const household = {
    accounts,
    known,
    screens,
    fingerprints,
    clock,
    log: silentLog,
    trustedProxies: [],
    activity: { note: (activity: object) => void activities.push(activity) },
    gate,
    unseen: { unseenOf: () => null, onChange: () => () => undefined }
  } as unknown as Household;
  const commandLog = new CommandLog(clock);
  const moods = new Moods(household, layouts, touch);
  const boot = { id: 'boot', now: () => Math.floor(clock.monotonic()) };
  const folder = await mkdtemp(join(tmpdir(), 'mantel-test-'));
  const recorder = recorderInMemory(folder, boot);
  const happenings = new HappeningFeed(household, commandLog, (controller) => recorder.recordOf(controller));
  const alarms = new Alarms({ clock, boot, layouts, file: memoryFile(NO_ALARMS) });
  const noteLoss = ({ type }: { type: string }) => void (type === 'lost' && losses++);
  const relocation = { name: 'relocation', receive: noteLoss };
  const homes = new Homes(
    household,
    [relocation, moods, alarms, happenings, layouts, fingerprintListener(household)],
    tripsInMemory(clock, boot)
  );
  const withHomes = {
    ...household,
    homes,
    commandLog,
    moods,
    scenes,
    touch,
    layouts,
    happenings,
    recorder,
    alarms
  };
  const visibleCommands = new VisibleCommands(withHomes);
  const commands = new CommandExecutors(withHomes);
  const inbox = new CommandInbox(withHomes, commands, visibleCommands);
  const storage = { file: timersFile, folder: 'data', boot };
  const timers = new Timers({ ...withHomes, inbox }, new TimerList(clock, storage));
  const lists = [layouts, moods, scenes, touch, timers, alarms];
  const sockets = new Sockets({ ...withHomes, visibleCommands, inbox, lists });
  const house = { ...withHomes, commands, inbox, timers, visibleCommands, lists, sockets };
  const live = {
    counts: () => ({ sockets: sockets.size, watchers: homes.size, polls: homes.polls }),
    stop: startLive(app, { ...house, accessControl, connections })
  };
  const stops = [live.stop, commands.start(), moods.start(), await timers.start()];
  const stopRecorder = recorder.start(house, { hasUnreadable: false });
  const rooms = [
    registerHappenings,
    registerRecord,
    registerForward,
    registerLayouts,
    registerScenes,
    registerTouch,
    registerTimers
  ];
  for (const register of rooms) register(app, house);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port: own } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${own}`;

  const signedIn = await signIn();
  expect(signedIn).toMatchObject({ ok: true });
  const controller = signedIn.ok ? signedIn.value.controller.id : '';

  /** A new screen. */
  function addScreen(of = controller) {
    const { screen, cookie } = screens.add({ name: 'test', controller: of, kept: false });
    return { screen, headers: { cookie: `mantel-${of}=${cookie}`, origin } };
  }
  const mine = addScreen();

  return {
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
    file,
    /** The data folder, as far as a record needs one. */
    folder,
    recorder,
    /** What managing screens were told. */
    activities,
    signIn,
    addScreen,
    screen: mine.screen,
    headers: mine.headers,
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
      for (const stop of stops) stop();
      await stopRecorder();
      await rm(folder, { recursive: true });
      await live.stop();
      await app.close();
      await accounts.close();
      stopScreens();
    }
  };
}

/** The result of `startUpstream`. */
export type Upstream = Awaited<ReturnType<typeof startUpstream>>;
