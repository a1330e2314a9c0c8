import type { Device, Room } from '#shared/home';
import { Admission } from './auth/admission';
import { Tokens } from './auth/tokens';
import { CommandDesk, type ReceivedCommand } from './commands/command-desk';
import { Effects } from './dynamics/effects';
import { Sleepers } from './dynamics/sleepers';
import { Travels } from './dynamics/travel';
import { EventLog } from './home/events';
import { furnish } from './home/furnish';
import { LivingHome, type DeviceUpdate } from './home/living-home';
import { HOUSE } from './house/house';
import { HttpServer } from './http/server';
import { authRoutes } from './http/routes/auth';
import { deviceRoutes } from './http/routes/devices';
import { identityRoutes } from './http/routes/identity';
import { placeRoutes } from './http/routes/places';
import { pollRoutes } from './http/routes/poll';
import { DEFAULT_OPTIONS, type VirtualOptions } from './options';

/** What can be put into the lists or taken out of them, as a user of the controller's own pages would. */
export interface ListChange {
  readonly addRoom?: Room;
  readonly removeRoom?: number;
  readonly addDevice?: Device;
  readonly removeDevice?: number;
}

/** A controller that runs. Beside its address there is what a test, or a hand at the device, may do to it. */
export interface VirtualController {
  /** The IPv4 address that HTTP listens on. */
  readonly address: string;
  readonly port: number;
  /** The UDP port that searches are answered on; null where they are not. */
  readonly udpPort: number | null;
  readonly mac: string;
  readonly name: string;
  /** Stops listening, cuts every connection, and ends every timer. */
  stop(): Promise<void>;
  /** Stops and listens again on the same port: events count from 0 again, homes and tokens stay. */
  restart(): Promise<void>;
  /** The commands that came in, oldest first, the refused ones too. */
  commandsReceived(): readonly ReceivedCommand[];
  /** How many requests came, by method and path pattern: `GET /devices/:id`. */
  requests(): Readonly<Record<string, number>>;
  /** A device as it is now. */
  device(id: number): Device | undefined;
  /** Makes a device different, as if by a hand at it. */
  setDevice(id: number, update: DeviceUpdate): void;
  /** Changes the lists, and tells that they changed. */
  changeLists(change: ListChange): void;
  /** Ends every access token; with `refresh`, the refresh tokens too. */
  expireTokens(options?: { readonly refresh?: boolean }): void;
}

/** Starts a virtual controller; what is not chosen is `DEFAULT_OPTIONS`. Rejects where a port cannot be had. */
export async function startVirtual(chosen: Partial<VirtualOptions> = {}): Promise<VirtualController> {
  const options = { ...DEFAULT_OPTIONS, ...chosen };
  const { clock, host, name, mac } = options;
  const events = new EventLog(clock);
  const home = new LivingHome(clock, (event) => events.append(event));
  home.add(furnish(HOUSE, clock.now()));

  const travels = new Travels(home, clock);
  const sleepers = new Sleepers(home, clock);
  const effects = new Effects({ home, clock, travels, sleepers, publish: (event) => events.append(event) });
  const desk = new CommandDesk(clock, (device, command) => effects.carryOut(device, command));

  const tokens = new Tokens(clock, options.tokenLifeMs);
  const admission = new Admission(tokens, options.username, options.password);
  const routes = [
    ...authRoutes(admission, tokens),
    ...identityRoutes({ name, mac }, home),
    ...placeRoutes(home),
    ...deviceRoutes(home, desk),
    ...pollRoutes(events, options.pollMs)
  ];
  const server = new HttpServer({ routes, admission });
  const port = await server.start(host, options.port);

  return {
    address: host,
    port,
    udpPort: null,
    mac,
    name,
    async stop() {
      travels.stopAll();
      sleepers.stop();
      effects.stop();
      await server.stop();
    },
    async restart() {
      await server.stop();
      events.reset();
      await server.start(host, port);
    },
    commandsReceived: () => desk.received,
    requests: () => server.counts,
    device: (id) => home.device(id),
    setDevice: (id, update) => home.change(id, update),
    changeLists({ addRoom, removeRoom, addDevice, removeDevice }) {
      if (addRoom) home.add({ rooms: [addRoom] });
      if (addDevice) home.add({ fixtures: [{ device: addDevice, traits: {}, isSpelledWithSpaces: false }] });
      if (removeRoom !== undefined) home.removeRoom(removeRoom);
      if (removeDevice !== undefined) home.removeDevice(removeDevice);
      home.tellListsChanged();
    },
    expireTokens({ refresh = false } = {}) {
      tokens.expireAccess();
      if (refresh) tokens.expireRefresh();
    }
  };
}
