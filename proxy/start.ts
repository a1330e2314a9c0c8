import { succeed, type Result } from '#shared/errors';
import { X509Certificate } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { registerActivity, UnseenActivity } from './access/activity/routes';
import { AccessControl } from './access/access-control';
import { Hosts } from './http/hosts';
import { HouseholdGate } from './access/household-gate';
import { sendHsts } from './access/connection-info';
import { registerMoves } from './access/sign-in/move-routes';
import { registerPairing } from './access/pairing/routes';
import { registerPins, registerScreens } from './access/screens/routes';
import { Pins } from './access/screens/pins';
import { registerPassword } from './access/sign-in/password-route';
import { SignInLimits } from './access/sign-in/sign-in-limits';
import { registerSignIn } from './access/sign-in/routes';
import { TypedPasswords } from './access/sign-in/typed-passwords';
import { homeAddresses, isLocalClient } from './net/interfaces';
import type { Clock } from '#shared/clock';
import type { KnownControllersDeps } from './controllers/known';
import { LinkReader } from './controllers/link';
import { Relocation } from './controllers/relocation';
import { hintsOf, registerDiscovery } from './discovery/routes';
import { Search, searchOnce, broadcastAddresses, neighboursOf } from './discovery/search';
import { CommandLog } from './commands/command-log';
import { CommandView } from './commands/command-view';
import { CommandInbox } from './commands/command-inbox';
import { Commands } from './commands/commands';
import { registerForward } from './forward/routes';
import { openStores } from './household/stores';
import { registerLayouts } from './layouts/layouts';
import { Homes } from './live/homes';
import { registerLive } from './live/routes';
import { Connections } from './http/connections';
import { redirectPortOf } from './http/https-server';
import { openListeners } from './http/listeners';
import type { Log } from './platform/log';
import { detectHostKind } from './platform/process';
import { MdnsResponder } from './mdns/mdns-responder';
import { startOperations } from './operations/start-operations';
import type { Options } from './cli/options';
import { InstallSite } from './pages/install/site';
import { withKillWorker, withLicenses, missingFiles, readWebFiles } from './pages/web-files';
import { registerPages } from './pages/routes';
import { createServer } from './http/server';
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
  const { name, origin, trustedProxies = [], discoveryTargets, controllerPort } = options;
  const rule = { allowLoopback: options.allowLoopback };
  const links = context.links ?? new LinkReader();
  const token = await readMetricsToken(options.metricsTokenFile);
  if (!token.ok) return token;
  const metricsToken = token.value;
  const store = await SealedStore.open(options.dataDir, { clock, log });
  if (!store.ok) return store;
  const opened = await openCertificate(options, { store: store.value, clock, log, builtAt });
  if (!opened.ok) {
    await store.value.close();
    return opened;
  }
  const { serverCertificate, authority, certificateNames } = opened.value;

  const stores = await openStores({ store: store.value, links, clock, controllerPort, rule, demo });
  const { known, found, accounts, screens, layouts, activity } = stores;
  if (await store.value.hasUnreadable())
    log.warn(
      'Household closed because stored data was unreadable: restore a backup, or let a phone in with `mantel setup-code`. See `mantel doctor`.'
    );
  const search = new Search({
    clock,
    log,
    rule,
    prefixes: options.discoveryPrefix,
    port: options.discoveryPort,
    targets: () => discoveryTargets ?? broadcastAddresses(),
    neighbours: () =>
      neighboursOf(
        discoveryTargets ??
          homeAddresses()
            .map(({ address }) => address)
            .filter(isIPv4)
      ),
    onFound: (reply) => found.add(reply)
  });
  const relocation = new Relocation({
    ...{ known, links, clock },
    search: () => searchOnce(search, found, clock)
  });

  const mdnsResponder = options.mdns ? new MdnsResponder({ name, clock, log, host: options.host }) : null;
  const serverOrigins = new ServerOrigins({
    host: options.host,
    declared: origin,
    name,
    mdnsState: () => mdnsResponder?.state ?? 'off',
    certificateNames
  });
  const hosts = new Hosts({ name, origin, certificateNames });
  const pins = new Pins({
    ...{ screens, clock },
    onTooMany: (screen) =>
      activity.note({ kind: 'wrong-pins', controller: known.get(screen.controller), screen })
  });
  const accessControl = new AccessControl({ hosts, reverseProxy: { origin, trustedProxies }, screens, pins });
  const isWelcome = origin === undefined ? (address: string) => isLocalClient(address) : () => true;
  const connections = new Connections({ clock, trustedProxies, isWelcome });
  const app = createServer({ log, accessControl, connections });
  if (options.hsts) sendHsts(app);
  const commandLog = new CommandLog(clock);
  let hasPages = false;
  const operations = startOperations(app, {
    ...{ clock, log, version, activity, screens, accounts, known, commandLog, serverCertificate },
    store: store.value,
    hasPages: () => hasPages,
    checkControllers: options.checkControllers,
    onLost: (controller) => relocation.lost(controller)
  });
  const limits = new SignInLimits({
    clock,
    onRefused: (client) => log.warn({ client }, 'Too many failed sign-ins or codes.')
  });
  const gate = new HouseholdGate({
    isClosed: () => stores.isClosed(),
    ...{ known, screens, setupCodes: stores.setupCodes, limits, activity, trustedProxies }
  });
  const unseen = new UnseenActivity({
    ...{ log: activity, screens, clock },
    // Names of people and their phones are not for a child at a wall tablet.
    manages: (screen) => gate.manages(screen) && !pins.isLocked(screen)
  });
  const { fingerprints } = stores;
  const homes = new Homes({
    accounts,
    known,
    layouts,
    clock,
    log,
    relocation,
    fingerprints,
    onState: operations.onState
  });
  const commandView = new CommandView(commandLog, clock);
  const commands = new Commands({ homes, screens, accounts, log: commandLog, clock });
  const inbox = new CommandInbox({
    ...{ commands, log: commandLog, view: commandView, screens, clock, events: log }
  });
  const live = registerLive(app, {
    ...{ homes, screens, layouts, connections, known, clock, log, inbox },
    admitUpgrade: (request) => accessControl.admitUpgrade(request),
    activity: unseen,
    commands: commandView
  });
  registerForward(app, { homes, inbox, screens, accounts });
  registerStatus(app, {
    ...{ name, version, metricsToken, serverOrigins, readiness: operations.readiness },
    metrics: operations.metrics({ live, commands, inbox })
  });
  const hints = () => hintsOf({ hostKind: detectHostKind() });
  registerDiscovery(app, { known, found, gate, search, hints });
  const { signIns, moves, managers } = stores;
  const typedPasswords = new TypedPasswords(clock);
  const entering = { known, gate, screens, typedPasswords, limits, activity, trustedProxies, clock, log };
  registerSignIn(app, { ...entering, signIns, found, relocation, managers });
  registerMoves(app, { ...entering, moves, relocation });
  registerPairing(app, entering);
  registerPassword(app, { ...entering, signIns });
  registerActivity(app, { activity, unseen, gate, screens });
  registerScreens(app, { ...entering, managers, accounts });
  registerPins(app, { pins, screens, gate });
  registerLayouts(app, { layouts, screens, home: (controller, user) => homes.read(controller, user) });
  const files = await withLicenses(await readWebFiles(webFolder), webFolder);
  const page = files.get('/index.html')?.body.toString();
  hasPages = missingFiles(page, (path) => files.has(`/${path}`)).length === 0;
  registerPages(app, {
    files: options.killWorker ? withKillWorker(files) : files,
    name,
    authority,
    install: new InstallSite({ name, clock, serverOrigins, serverCertificate, authority })
  });

  const stopMdns = await mdnsResponder?.start();
  const listeners = await openListeners(app, {
    host: options.host,
    httpPort: options.httpPort,
    httpsPort: options.httpsPort,
    redirectPort: redirectPortOf(options),
    ...{ serverCertificate, hosts, connections, serverOrigins, log }
  });
  const stopSweep = connections.start();
  const stopCommands = commands.start();
  const stop = async () => {
    await stopMdns?.();
    stopSweep();
    operations.stop();
    relocation.stop();
    search.stop();
    stopCommands();
    await live.stop();
    if (listeners.ok) await listeners.value.close();
    await stores.stop();
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
    hasDemo: demo !== undefined && !stores.isClosed(),
    makeSetupCode: () => stores.setupCodes.make(),
    stop
  });
}
