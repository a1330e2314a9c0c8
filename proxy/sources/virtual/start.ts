import type { Device } from '#shared/home';
import { knownPassword } from '../served/auth/admission';
import type { PostedCommand } from '../served/command-desk';
import { serveSource } from '../served/serve';
import { VirtualClock } from './clock';
import { climateOf } from './dynamics/climate';
import { startLife } from './dynamics/life';
import { readingsOf } from './dynamics/readings';
import { startHistory } from './history/history';
import { pastOf } from './history/past';
import { historyRoutes } from './history/routes';
import type { DeviceUpdate, ListChange } from './home/living-home';
import { climatesOf } from './house/house';
import { DEFAULT_OPTIONS, type VirtualOptions } from './options';
import { VirtualSource } from './virtual-source';

/** A command as the virtual controller received it. */
export interface ReceivedCommand extends PostedCommand {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The setpoints that the thermostats take, in °C. */
const SETPOINTS = { min: 4, max: 32 };

/** Maximum number of received commands in the list. */
const MAX_RECEIVED = 10_000;

/** A running virtual controller, with methods for tests and for manual changes of devices. */
export type VirtualController = Awaited<ReturnType<typeof startVirtual>>;

/** Starts a virtual controller. Missing options are taken from `DEFAULT_OPTIONS`. Rejects if a port is not available. */
export async function startVirtual(given: Partial<VirtualOptions> = {}) {
  const options = { ...DEFAULT_OPTIONS, ...given };
  const { house, host, name, mac, seed } = options;
  const clock = new VirtualClock(options.clock);
  const commandClock = new VirtualClock(clock);
  const source = new VirtualSource({ clock, commandClock }, options);
  const home = source.living;
  const climate = climateOf(home, climatesOf(house), seed, clock.now());
  const readings = readingsOf(home, climate, seed);
  const history = startHistory(home, clock, pastOf(readings, seed, clock.now()));

  const received: ReceivedCommand[] = [];
  let { password } = options;
  const { tokenLifeMs, tokenSecret, refreshTokens, renewalErrors, poll, pollMs, lacks } = options;
  const { server, events, tokens, connect } = serveSource(source, {
    clock,
    tokenLifeMs,
    tokenSecret,
    refreshTokens,
    renewalErrors,
    poll,
    pollMs,
    lacks,
    identity: { name, mac, model: 'virtual' },
    refusalOf: (...given) => knownPassword(options.username, password)(...given),
    reportBug: (bug) => console.error(bug),
    ownRoutes: historyRoutes(home, history),
    setpoints: SETPOINTS,
    onReceived(command) {
      received.push({ ...command, at: clock.now() });
      if (received.length > MAX_RECEIVED) received.shift();
    }
  });

  if (options.isInProcess) server.startInProcess();
  const port = options.isInProcess ? 0 : await server.start(host, options.port);
  if (options.isLiving) startLife({ home, clock, climate, readings, seed });

  /** Stops the HTTP server. Returns a function that starts it again on the same port, as after a restart. */
  async function unplug() {
    await server.stop();
    return async () => {
      events.reset();
      if (options.isInProcess) server.startInProcess();
      else await server.start(host, port);
    };
  }

  return {
    /** The IPv4 address that HTTP listens on. */
    address: host,
    /** The TCP port; 0 if it has none. */
    port,
    /** Connects inside the process; null while it is unplugged. */
    connect,
    /** Six pairs of hexadecimal digits with colons. */
    mac,
    name,
    unplug,
    /** Stops listening, closes every connection and cancels every timer. */
    async stop() {
      clock.cancelAll();
      await server.stop();
    },
    /** Restarts the controller. Events are numbered from 1 again; home and tokens remain. */
    async restart() {
      const plugIn = await unplug();
      await plugIn();
    },
    /** The received commands, oldest first, refused ones included. */
    commandsReceived: (): readonly ReceivedCommand[] => [...received],
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
    changePassword(changed: string) {
      password = changed;
      tokens.expireAccess();
      tokens.expireRefresh();
    },
    /** Expires all access tokens; with `refresh`, the refresh tokens too. */
    expireTokens({ refresh = false } = {}) {
      tokens.expireAccess();
      if (refresh) tokens.expireRefresh();
    }
  };
}
