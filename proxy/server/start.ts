import { X509Certificate } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#shared/clock';
import { succeed, type Result } from '#shared/errors';
import { isLocalClient } from './base/net/interfaces';
import { Outgoing } from './base/net/outgoing';
import { ServerOrigins } from './base/net/server-origins';
import { systemBoot } from './base/platform/boot';
import type { Log } from './base/platform/log';
import { SealedStore } from './base/store/sealed-store';
import { NO_TIMERS, storedTimersSchema, TIMERS_FILE } from './base/store/stored-timers';
import { HappeningFeed } from './chronicle/happening-feed';
import { registerHappenings } from './chronicle/routes';
import { CommandInbox } from './commands/command-inbox';
import { CommandLog } from './commands/command-log';
import { CommandExecutors } from './commands/commands';
import { registerScenes } from './commands/scenes/routes';
import { Scenes, storedScenesSchema } from './commands/scenes/scenes';
import { registerTimers } from './commands/timers/routes';
import { TimerList } from './commands/timers/timer-list';
import { Timers } from './commands/timers/timers';
import { VisibleCommands } from './commands/visible-commands';
import { CardReader } from './controllers/card';
import { openSources, type SourceController } from './controllers/sources';
import { registerForward } from './forward/routes';
import { Alarms } from './home/alarms/alarms';
import { OtherHomes } from './home/alarms/other-homes';
import { ALARMS_FILE, NO_ALARMS, storedAlarmsSchema } from './home/alarms/stored-alarms';
import { Layouts, registerLayouts } from './home/layouts/layouts';
import { storedLayoutSchema } from './home/layouts/stored-layouts';
import { fingerprintListener } from './home/live/fingerprint-listener';
import { Homes } from './home/live/homes';
import { watchHouse } from './home/live/house-watch';
import { startLive } from './home/live/routes';
import { Sockets } from './home/live/sockets';
import { Moods } from './home/moods/moods';
import { registerTouch, storedTouchSchema, TouchRules } from './home/touch/touch-rules';
import { storedTripsSchema } from './home/trips/stored-trips';
import { TripTimes } from './home/trips/trip-times';
import { AccessControl } from './household/access-control';
import { openHousehold, type HouseholdOptions } from './household/household';
import { registerAccess } from './household/routes';
import { Connections } from './http/connections';
import { Hosts } from './http/hosts';
import { redirectPortOf } from './http/https-redirect';
import { openListeners } from './http/listeners';
import { createServer } from './http/server';
import { readMetricsToken } from './http/status-routes';
import { Delivery } from './messages/delivery';
import { Messages, storedMessagesSchema } from './messages/messages';
import { openPushKeys, Senders } from './messages/senders';
import { startMessages } from './messages/start-messages';
import { registerBoxTroubles, registerReport } from './operations/box-troubles';
import { ControllerStates } from './operations/controller-states';
import { startOperations } from './operations/start-operations';
import { MdnsResponder } from './origin/mdns/mdns-responder';
import { registerPages } from './origin/pages/routes';
import { openCertificate, type CertificateOptions } from './origin/tls/open-certificate';
import { Photos, registerPhotos } from './photos/photos';
import { Recorder, storedRecordSchema } from './record/recorder';
import { registerRecord } from './record/routes';

/** What the server is told at its start. */
export interface ServerOptions extends CertificateOptions, HouseholdOptions {
  /** `all`, or an address of this machine. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly dataDir: string;
  /** Whether the name is announced. */
  readonly mdns: boolean;
  /** Address behind the owner's HTTPS server. */
  readonly origin?: string | undefined;
  readonly hsts: boolean;
  readonly trustedProxies?: readonly string[] | undefined;
  /** Whether the service worker removes itself. */
  readonly killWorker: boolean;
  readonly metricsTokenFile?: string | undefined;
}

/** Runtime context: what no option sets. */
interface RuntimeContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  /** When the program was built, in ms since the epoch. */
  readonly builtAt: number;
  /** Folder of the built app. */
  readonly webFolder: string;
  /** What this program runs that answers like a controller, by name. A set-up is kept in the store. */
  readonly sources?: Readonly<Record<string, (store: SealedStore) => Promise<SourceController | null>>>;
  /** See `WatchedBox`. */
  readonly newestBackup?: () => Promise<number | undefined>;
  /** See `registerReport`. */
  readonly report: (home: string) => Promise<string>;
  /** Starts the thread of the record; undefined if there is no SQLite on this machine. */
  readonly recordThread?: (() => Worker) | undefined;
  /** Reads the cards of addresses, by default from the system's tables; replaced in tests. */
  readonly cards?: Pick<CardReader, 'cardOf' | 'addressesOf'>;
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

/** Everything that a running proxy has. */
type House = Extract<Awaited<ReturnType<typeof openHouse>>, { readonly ok: true }>['value'];

/** Ends what a plugin has started. */
type Stop = () => void | Promise<void>;

const isStop = (value: unknown): value is Stop => typeof value === 'function';

/** A room of the server: registers its routes, and starts what runs there. Returns a `Stop` if something runs. */
type Plugin = (app: FastifyInstance, house: House) => unknown;

/** The rooms of the server, in the order in which they start. */
const PLUGINS: readonly Plugin[] = [
  startOperations,
  registerBoxTroubles,
  registerReport,
  registerAccess,
  registerLayouts,
  registerScenes,
  registerTouch,
  registerTimers,
  registerHappenings,
  registerRecord,
  registerPhotos,
  startMessages,
  registerForward,
  registerPages,
  (_app, { moods }) => moods.start(),
  (_app, { trips }) => trips.start(),
  startLive,
  (_app, { commands }) => commands.start(),
  (_app, { timers }) => timers.start(),
  (_app, { alarms }) => alarms.start(),
  (_app, { otherHomes }) => otherHomes.start(),
  (_app, house) => house.recorder.start(house, house.store),
  (_app, house) => watchHouse(house),
  (_app, { ends }) => ends.start(),
  (_app, { connections }) => connections.start(),
  (_app, { mdnsResponder }) => mdnsResponder?.start()
];

/** Opens the stores, and makes everything that works on them. Nothing runs yet. Errors have a sentence for the owner. */
async function openHouse(options: ServerOptions, context: RuntimeContext) {
  const { clock, log, builtAt } = context;
  const { name, origin, trustedProxies = [] } = options;
  const token = await readMetricsToken(options.metricsTokenFile);
  if (!token.ok) return token;
  const opened = await SealedStore.open(options.dataDir, { clock, log });
  if (!opened.ok) return opened;
  const store = opened.value;
  const certificate = await openCertificate(options, { store, clock, log, builtAt });
  if (!certificate.ok) {
    await store.close();
    return certificate;
  }
  const names = { name, origin, certificateNames: certificate.value.certificateNames };

  const sources = await openSources(context.sources ?? {}, store);
  const cards = context.cards ?? new CardReader();
  const homeStores = await openHomeStores(store, options.dataDir, context);
  const { layouts, scenes, touch, moods, messages, alarms, trips, recorder, timerList } = homeStores;
  const runtime = { store, cards, clock, log, trustedProxies, sources };
  const household = await openHousehold(options, runtime, homeStores);
  const { relocation } = household;

  const mdnsResponder = options.mdns ? new MdnsResponder({ name, clock, log, host: options.host }) : null;
  const serverOrigins = new ServerOrigins({
    ...names,
    host: options.host,
    mdnsState: () => mdnsResponder?.state ?? 'off'
  });
  const hosts = new Hosts(names);
  const accessControl = new AccessControl(household, hosts, options.hsts);
  const isWelcome = origin === undefined ? (address: string) => isLocalClient(address) : () => true;
  const connections = new Connections({ clock, trustedProxies, isWelcome });

  const commandLog = new CommandLog(clock);
  const states = new ControllerStates(household);
  const happenings = new HappeningFeed(household, commandLog, (controller) => recorder.recordOf(controller));
  const fingerprints = fingerprintListener(household);
  const otherHomes = new OtherHomes(household, alarms);
  const listeners = [relocation, states, moods, alarms, otherHomes, happenings, layouts, fingerprints];
  const homes = new Homes(household, listeners, trips);
  const withHomes = { ...household, homes, commandLog, layouts, moods, scenes, touch };
  const visibleCommands = new VisibleCommands(withHomes);
  const commands = new CommandExecutors(withHomes);
  const inbox = new CommandInbox(withHomes, commands, visibleCommands);
  const timers = new Timers({ ...withHomes, inbox }, timerList);
  const outgoing = new Outgoing({
    clock,
    allowLoopback: options.allowLoopback,
    controllers: () => household.known.list().map(({ address }) => address)
  });
  const pushKeys = await openPushKeys(store);
  const senders = new Senders({ outgoing, keys: pushKeys });
  const delivery = new Delivery({ ...withHomes, inbox, alarms, messages, senders });
  const lists = [layouts, moods, scenes, touch, timers, alarms, otherHomes];
  const sockets = new Sockets({ ...withHomes, visibleCommands, inbox, lists });
  return succeed({
    ...context,
    ...certificate.value,
    ...withHomes,
    name,
    killWorker: options.killWorker,
    store,
    metricsToken: token.value,
    mdnsResponder,
    serverOrigins,
    hosts,
    accessControl,
    connections,
    photos: new Photos(options.dataDir),
    alarms,
    trips,
    otherHomes,
    recorder,
    messages,
    outgoing,
    pushKeys,
    senders,
    delivery,
    states,
    happenings,
    visibleCommands,
    commands,
    inbox,
    timers,
    lists,
    sockets
  });
}

/** Why a start failed. */
type StartFailure = 'bad-token' | 'bad-data-dir' | 'unreadable-data' | 'bad-certificate' | 'cannot-listen';

/** Starts all rooms of the server, and to listen. Errors have a sentence for the owner. */
export async function startProxy(
  options: ServerOptions,
  context: RuntimeContext
): Promise<Result<RunningProxy, StartFailure>> {
  const opened = await openHouse(options, context);
  if (!opened.ok) return opened;
  const house = opened.value;
  const { accessControl, authority, serverOrigins } = house;
  const app = createServer(house);
  const stops: Stop[] = [() => house.stop()];
  for (const plugin of PLUGINS) {
    const stop = await plugin(app, house);
    if (isStop(stop)) stops.push(stop);
  }
  const listeners = await openListeners(app, {
    ...house,
    host: options.host,
    httpPort: options.httpPort,
    httpsPort: options.httpsPort,
    redirectPort: redirectPortOf(options.httpsPort, options.origin)
  });
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  if (!listeners.ok) {
    await stop();
    return listeners;
  }
  // Connections are closed by their rooms first, with a code of their own, and the listeners before the stores.
  stops.splice(1, 0, () => listeners.value.close());
  const { http, https } = listeners.value;
  serverOrigins.setPorts({ http: http.port, https: https.port });
  return succeed({
    http: `http://${http.host}`,
    https: `https://${https.host}`,
    serverOrigins,
    fingerprint: authority === null ? null : new X509Certificate(authority).fingerprint256,
    routes: accessControl.guardedRoutes,
    hasDemo: house.known.list().some(({ source }) => source === 'demo'),
    makeSetupCode: () => house.setupCodes.make(),
    stop
  });
}

/** Opens what people have chosen for their homes. */
export async function openHomeStores(
  store: SealedStore,
  folder: string,
  { clock, log, recordThread: openThread }: Pick<RuntimeContext, 'clock' | 'log' | 'recordThread'>
) {
  const layouts = new Layouts(store.files('layout', storedLayoutSchema), clock);
  const scenes = new Scenes(store.files('scenes', storedScenesSchema));
  const touch = new TouchRules(store.files('touch', storedTouchSchema));
  const messages = new Messages(store.files('message', storedMessagesSchema));
  const boot = systemBoot();
  const alarms = new Alarms({
    clock,
    boot,
    layouts,
    file: store.file(ALARMS_FILE, storedAlarmsSchema, NO_ALARMS)
  });
  await alarms.load();
  const trips = new TripTimes({ clock, boot, files: store.files('trips', storedTripsSchema) });
  const moods = new Moods({ clock }, layouts, touch);
  const timersFile = store.file(TIMERS_FILE, storedTimersSchema, NO_TIMERS);
  const timerList = new TimerList(clock, { file: timersFile, folder: await store.identity(), boot });
  const deps = { folder, boot, log, openThread };
  const recorder = new Recorder(store.files('record', storedRecordSchema), deps);
  const stored = [layouts, scenes, touch, messages, trips, recorder];
  await Promise.all(stored.map((each) => each.load()));
  /**
   * Forgets a controller whose screens have ended. Resolves with whether nothing of it is on the disk in these stores: if
   * not, it can be called again.
   */
  const forgetHome = async (controller: string): Promise<boolean> => {
    moods.forget(controller);
    const stores = [layouts, scenes, touch, messages, alarms, trips, timerList, recorder];
    const done = await Promise.all(stores.map((each) => each.forget(controller)));
    return done.every((isGone) => isGone);
  };
  return {
    layouts,
    scenes,
    touch,
    moods,
    messages,
    alarms,
    trips,
    recorder,
    timerList,
    /** Ids of the controllers of which something is stored. */
    controllers: stored.flatMap(({ controllers }) => controllers),
    forgetHome
  };
}
