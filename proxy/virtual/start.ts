import type { Clock } from '#shared/clock';
import { Admission } from './auth/admission';
import { Tokens } from './auth/tokens';
import { CommandDesk } from './commands/command-desk';
import { DiscoveryAnswer } from './discovery';
import { Climate } from './dynamics/climate';
import { Effects } from './dynamics/effects';
import { startLife } from './dynamics/life';
import { Readings } from './dynamics/readings';
import { History } from './history/history';
import { Past } from './history/past';
import { EventLog } from './home/events';
import { furnish } from './home/furnish';
import { LivingHome } from './home/living-home';
import { OwnEventPublisher } from './home/own-events';
import { climatesOf } from './house/house';
import { HttpServer } from './http/server';
import { authRoutes } from './http/routes/auth';
import { deviceRoutes } from './http/routes/devices';
import { historyRoutes } from './http/routes/history';
import { identityRoutes } from './http/routes/identity';
import { placeRoutes } from './http/routes/places';
import { pollRoutes } from './http/routes/poll';
import { DEFAULT_OPTIONS, type VirtualOptions } from './options';
import type { VirtualController } from './virtual-controller';

/** Starts a virtual controller. Missing options are taken from `DEFAULT_OPTIONS`. Rejects if a port is not available. */
export async function startVirtual(given: Partial<VirtualOptions> = {}): Promise<VirtualController> {
  const options = { ...DEFAULT_OPTIONS, ...given };
  const { house, host, name, mac, seed, udp } = options;
  const clock = shiftedClock(options.clock, options.clockOffsetMs);
  const events = new EventLog(clock);
  const home = new LivingHome(clock, (event) => events.append(event));
  home.add(furnish(house, clock.now(), options.wakeUpMs));

  const climate = new Climate(home, climatesOf(house), seed);
  const readings = new Readings(home, climate, seed);
  const history = new History(home, clock, new Past(readings, seed, clock.now()));
  const ownEvents = new OwnEventPublisher(clock, options.ownEvents, (event) => events.append(event));
  const effects = new Effects(ownEvents.homeOf(home), clock, ownEvents.publish);
  const desk = new CommandDesk(clock, effects, options.radioMs);

  const tokens = new Tokens(clock, options.tokenLifeMs, options.tokenSecret, options.refreshTokens);
  const admission = new Admission(tokens, options.username, options.password);
  const routes = [
    ...authRoutes(admission, tokens, options.renewalErrors),
    ...identityRoutes({ name, mac }, home),
    ...placeRoutes(home),
    ...deviceRoutes(home, desk),
    ...historyRoutes(home, history),
    ...pollRoutes(events, options.pollMs, options.poll)
  ].filter(({ path }) => !options.lacks.includes(path));
  const server = new HttpServer(admission, routes, options.reportBug, () =>
    options.hasDate ? clock.now() : null
  );
  const discovery = udp && new DiscoveryAnswer({ name, mac }, udp, host);

  const port = await server.start(host, options.port);
  const udpPort = await startOrClose(discovery, server);
  const stops = [
    history.start(),
    options.isLiving ? startLife({ home, clock, climate, readings, seed }) : () => undefined,
    options.reuseIdMs === null ? () => undefined : clock.after(options.reuseIdMs, () => reuseId(home))
  ];

  async function unplug() {
    await server.stop();
    return async () => {
      events.reset();
      await server.start(host, port);
    };
  }

  return {
    address: host,
    port,
    udpPort,
    mac,
    name,
    unplug,
    async stop() {
      for (const stop of stops) stop();
      desk.cancelWaiting();
      effects.cancelAll();
      ownEvents.stop();
      discovery?.stop();
      await server.stop();
    },
    async restart() {
      const plugIn = await unplug();
      await plugIn();
    },
    commandsReceived: () => desk.received,
    requests: () => server.counts,
    device: (id) => home.device(id),
    setDevice: (id, update) => home.change(id, update),
    cancelEffects() {
      desk.cancelWaiting();
      effects.cancelAll();
    },
    changeLists: (change) => home.changeLists(change),
    changePassword: (password) => admission.changePassword(password),
    expireTokens({ refresh = false } = {}) {
      tokens.expireAccess();
      if (refresh) tokens.expireRefresh();
    }
  };
}

/** A clock that is `offsetMs` ahead of another one. */
const shiftedClock = (clock: Clock, offsetMs: number): Clock => ({
  now: () => clock.now() + offsetMs,
  monotonic: () => clock.monotonic(),
  after: (ms, run) => clock.after(ms, run)
});

/** Replaces the lamp 21 by another device with its id. */
function reuseId(home: LivingHome): void {
  const lamp = home.device(21);
  if (lamp) home.changeLists({ addDevice: { ...lamp, name: 'Garage door', role: 'Gate', icon: 'gate' } });
}

/** Starts to answer searches. Returns the port. If that fails, the HTTP server is stopped too. */
async function startOrClose(discovery: DiscoveryAnswer | null, server: HttpServer): Promise<number | null> {
  try {
    return (await discovery?.start()) ?? null;
  } catch (error) {
    await server.stop();
    throw error;
  }
}
