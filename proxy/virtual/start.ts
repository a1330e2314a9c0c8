import type { Device } from '#shared/home';
import { Admission } from './auth/admission';
import { Tokens } from './auth/tokens';
import { VirtualClock } from './clock';
import { CommandDesk, type ReceivedCommand } from './commands/command-desk';
import { DiscoveryAnswer } from './discovery';
import { climateOf } from './dynamics/climate';
import { Effects, publishOwn } from './dynamics/effects';
import { startLife } from './dynamics/life';
import { readingsOf } from './dynamics/readings';
import { startHistory } from './history/history';
import { pastOf } from './history/past';
import { EventLog, type ControllerEvent } from './home/events';
import { furnish } from './home/furnish';
import { LivingHome, type DeviceUpdate, type ListChange } from './home/living-home';
import { climatesOf } from './house/house';
import { HttpServer } from './http/server';
import { authRoutes } from './http/routes/auth';
import { deviceRoutes } from './http/routes/devices';
import { historyRoutes } from './http/routes/history';
import { identityRoutes } from './http/routes/identity';
import { placeRoutes } from './http/routes/places';
import { pollRoutes } from './http/routes/poll';
import { DEFAULT_OPTIONS, type VirtualOptions } from './options';

/** A running virtual controller, with methods for tests and for manual changes of devices. */
export type VirtualController = Awaited<ReturnType<typeof startVirtual>>;

/** Starts a virtual controller. Missing options are taken from `DEFAULT_OPTIONS`. Rejects if a port is not available. */
export async function startVirtual(given: Partial<VirtualOptions> = {}) {
  const options = { ...DEFAULT_OPTIONS, ...given };
  const { house, host, name, mac, seed, udp } = options;
  const clock = new VirtualClock(options.clock, options.clockOffsetMs);
  const events = new EventLog(clock);
  const publish = (event: ControllerEvent) => events.append(event);
  const home = new LivingHome(clock, publish);
  home.add(furnish(house, clock.now()));

  const climate = climateOf(home, climatesOf(house), seed, clock.now());
  const readings = readingsOf(home, climate, seed);
  const history = startHistory(home, clock, pastOf(readings, seed, clock.now()));
  const commandClock = new VirtualClock(clock);
  const effects = new Effects(home, commandClock, publishOwn(clock, options.ownEvents, publish));
  const desk = new CommandDesk(commandClock, effects, options.radioMs);

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
  const server = new HttpServer(admission, routes, (bug) => console.error(bug), clock);
  const discovery = udp && new DiscoveryAnswer({ name, mac }, udp, host);

  const port = await server.start(host, options.port);
  const udpPort = await startOrClose(discovery, server);
  if (options.isLiving) startLife({ home, clock, climate, readings, seed });

  /** Stops the HTTP server. Returns a function that starts it again on the same port, as after a restart. */
  async function unplug() {
    await server.stop();
    return async () => {
      events.reset();
      await server.start(host, port);
    };
  }

  return {
    /** The IPv4 address that HTTP listens on. */
    address: host,
    port,
    /** The UDP port for searches; null if they are ignored. */
    udpPort,
    /** Six pairs of hexadecimal digits with colons. */
    mac,
    name,
    unplug,
    /** Stops listening, closes every connection and cancels every timer. */
    async stop() {
      clock.cancelAll();
      discovery?.stop();
      await server.stop();
    },
    /** Restarts the controller. Events are numbered from 1 again; home and tokens remain. */
    async restart() {
      const plugIn = await unplug();
      await plugIn();
    },
    /** The received commands, oldest first, refused ones included. */
    commandsReceived: (): readonly ReceivedCommand[] => desk.received,
    /** Number of requests by method and path pattern (`GET /devices/:id`). Requests without a route count as `other`. */
    requests: () => server.counts,
    /** The current state of a device. */
    device: (id: number): Device | undefined => home.device(id),
    /** Changes a device, as if it was operated by hand. */
    setDevice: (id: number, update: DeviceUpdate) => home.change(id, update),
    /** Cancels what earlier commands would still do: movements, pulses, values for sleeping devices. */
    cancelEffects: () => commandClock.cancelAll(),
    /** Changes the lists, and publishes that they changed. */
    changeLists: (change: ListChange) => home.changeLists(change),
    /** Changes the password and expires all tokens. */
    changePassword: (password: string) => admission.changePassword(password),
    /** Expires all access tokens; with `refresh`, the refresh tokens too. */
    expireTokens({ refresh = false } = {}) {
      tokens.expireAccess();
      if (refresh) tokens.expireRefresh();
    }
  };
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
