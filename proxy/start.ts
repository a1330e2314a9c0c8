import { succeed, type Result } from '#shared/errors';
import { X509Certificate } from 'node:crypto';
import { registerAccess } from './access/routes';
import { AccessControl } from './access/access-control';
import { Hosts } from './http/hosts';
import { isLocalClient } from './net/interfaces';
import type { Clock } from '#shared/clock';
import type { KnownControllersDeps } from './controllers/known';
import type { ServedController } from './controllers/served-controller';
import { LinkReader } from './controllers/link';
import { registerDiscovery } from './discovery/routes';
import { startCommands } from './commands/start-commands';
import { registerForward } from './forward/routes';
import { HappeningFeed } from './happenings/happening-feed';
import { registerHappenings } from './happenings/routes';
import { openStores } from './household/stores';
import { registerLayouts } from './layouts/layouts';
import { Moods } from './lights/moods';
import { Dangers } from './alarms/dangers';
import { CommandLog } from './commands/command-log';
import { FingerprintListener } from './live/fingerprint-listener';
import { Homes } from './live/homes';
import { HouseWatch } from './live/house-watch';
import { registerLive } from './live/routes';
import { Connections } from './http/connections';
import { redirectPortOf } from './http/https-server';
import { openListeners } from './http/listeners';
import type { Log } from './platform/log';
import { MdnsResponder } from './mdns/mdns-responder';
import { ControllerStates } from './operations/controller-states';
import { startOperations } from './operations/start-operations';
import { systemBoot } from './platform/boot';
import type { Options } from './cli/options';
import { registerPages } from './pages/routes';
import { registerScenes } from './scenes/routes';
import { registerTouch } from './touch/routes';
import { createServer } from './http/server';
import { startTimers } from './timers/start-timers';
import { ServerOrigins } from './net/server-origins';
import { readMetricsToken, registerStatus } from './http/status-routes';
import { SealedStore } from './store/sealed-store';
import { openCertificate } from './tls/open-certificate';

/** Runtime context: what no option sets. */
interface RuntimeContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  /** When the program was built, in ms since the epoch. */
  readonly builtAt: number;
  /** Folder of the built app. */
  readonly webFolder: string;
  /** The virtual controller of the demo, if there is one. */
  readonly demo?: KnownControllersDeps['demo'];
  /** Opens the controller that this process serves, if there is one. Its set-up is kept in the store. */
  readonly openServed?: (store: SealedStore) => Promise<ServedController>;
  /** Reads the links of addresses, by default from the system's tables; replaced in tests. */
  readonly links?: Pick<LinkReader, 'linkOf' | 'addressesOf'>;
}

/** A running proxy. */
export interface RunningProxy {
  /** Its origins on this machine. */
  readonly http: string;
  readonly https: string;
  /** Its origins in the home network. */
  readonly serverOrigins: ServerOrigins;
  /** The SHA-256 fingerprint of the local CA; null if there is none. */
  readonly fingerprint: string | null;
  /** All its routes, such as `GET /api/me`. */
  readonly routes: readonly string[];
  /** Whether the demo home is offered. It ends with the first sign-in at a real controller. */
  readonly hasDemo: boolean;
  /** Creates a setup code, for a person who can read the output of the program. */
  makeSetupCode(): Promise<string>;
  /** Closes all connections and listeners, and flushes all stores to the disk. */
  stop(): Promise<void>;
}

/** Wires the parts together and starts to listen. Errors have a sentence for the owner. */
export async function startProxy(
  options: Options,
  context: RuntimeContext
): Promise<Result<RunningProxy, 'bad-token' | 'bad-data-dir' | 'bad-certificate' | 'cannot-listen'>> {
  const { clock, log, version, builtAt, webFolder, demo } = context;
  const { name, origin, trustedProxies = [] } = options;
  const token = await readMetricsToken(options.metricsTokenFile);
  if (!token.ok) return token;
  const store = await SealedStore.open(options.dataDir, { clock, log });
  if (!store.ok) return store;
  const opened = await openCertificate(options, { store: store.value, clock, log, builtAt });
  if (!opened.ok) {
    await store.value.close();
    return opened;
  }
  const { serverCertificate, authority, certificateNames } = opened.value;

  const links = context.links ?? new LinkReader();
  const served = (await context.openServed?.(store.value)) ?? null;
  const household = await openStores(options, { store: store.value, links, clock, log, demo, served });
  const { screens, pins, accounts, layouts, scenes, touch, gate } = household;

  const mdnsResponder = options.mdns ? new MdnsResponder({ name, clock, log, host: options.host }) : null;
  const serverOrigins = new ServerOrigins({
    host: options.host,
    declared: origin,
    name,
    mdnsState: () => mdnsResponder?.state ?? 'off',
    certificateNames
  });
  const hosts = new Hosts({ name, origin, certificateNames });
  const accessControl = new AccessControl({
    ...{ hosts, reverseProxy: { origin, trustedProxies }, screens, pins },
    hsts: options.hsts
  });
  const isWelcome = origin === undefined ? (address: string) => isLocalClient(address) : () => true;
  const connections = new Connections({ clock, trustedProxies, isWelcome });
  const app = createServer({ log, accessControl, connections });
  let hasPages = false;
  const states = new ControllerStates(household);
  const operations = startOperations(app, {
    ...{ household, version, states, serverCertificate, store: store.value },
    hasPages: () => hasPages
  });
  const commandLog = new CommandLog(clock);
  const moods = new Moods(household, layouts, touch);
  const feed = new HappeningFeed(household, commandLog);
  const dangers = new Dangers(household, layouts);
  const homes = new Homes(household, [
    ...[household.relocation, states, moods, dangers, feed, layouts, scenes],
    new FingerprintListener(household)
  ]);
  const { inbox, ...commands } = startCommands({ ...household, events: log, log: commandLog, homes, moods });
  const { timers, view: timersView } = startTimers(app, {
    ...{ ...household, homes, inbox, log: commands.log },
    file: household.timersFile,
    folder: await store.value.identity(),
    boot: systemBoot()
  });
  const live = registerLive(app, {
    ...{ ...household, homes, connections, inbox },
    admitUpgrade: (request) => accessControl.admitUpgrade(request),
    activity: household.unseen,
    commands: commands.view,
    lists: [layouts, moods, scenes, touch, timersView, dangers]
  });
  registerForward(app, { homes, inbox, screens, accounts });
  registerStatus(app, {
    ...{ name, version, metricsToken: token.value, serverOrigins, readiness: operations.readiness },
    metrics: operations.metrics({ ...commands, live, inbox })
  });
  registerDiscovery(app, household);
  registerAccess(app, household);
  const home = (controller: string, user: string) => homes.read(controller, user);
  registerLayouts(app, { layouts, screens, home });
  registerScenes(app, { scenes, screens, homes });
  registerTouch(app, { touch, gate, screens, homes });
  registerHappenings(app, { feed, clock, homes, screens });
  hasPages = await registerPages(app, {
    ...{ webFolder, killWorker: options.killWorker, name, authority, clock, serverOrigins, serverCertificate }
  });

  const stopMoods = moods.start();
  const stopHouseWatch = new HouseWatch(household, homes).start();
  const stopTimers = await timers.start();
  const stopMdns = await mdnsResponder?.start();
  const listeners = await openListeners(app, {
    host: options.host,
    httpPort: options.httpPort,
    httpsPort: options.httpsPort,
    redirectPort: redirectPortOf(options.httpsPort, origin),
    ...{ serverCertificate, hosts, connections, serverOrigins, log }
  });
  const stopSweep = connections.start();
  const stop = async () => {
    await stopMdns?.();
    stopSweep();
    operations.stop();
    stopTimers();
    stopHouseWatch();
    stopMoods();
    commands.stop();
    await live.stop();
    if (listeners.ok) await listeners.value.close();
    await household.stop();
  };
  if (!listeners.ok) {
    await stop();
    return listeners;
  }
  const { http, https } = listeners.value;
  serverOrigins.opened({ http: http.port, https: https.port });
  return succeed({
    http: `http://${http.host}`,
    https: `https://${https.host}`,
    serverOrigins,
    fingerprint: authority === null ? null : new X509Certificate(authority).fingerprint256,
    routes: accessControl.guardedRoutes,
    hasDemo: demo !== undefined && !household.gate.isClosed,
    makeSetupCode: () => household.setupCodes.make(),
    stop
  });
}
