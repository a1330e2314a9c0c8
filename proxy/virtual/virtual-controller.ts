import type { Device } from '#shared/home';
import type { ReceivedCommand } from './commands/command-desk';
import type { DeviceUpdate, ListChange } from './home/living-home';

/** A running virtual controller, with methods for tests and for manual changes of devices. */
export interface VirtualController {
  /** The IPv4 address that HTTP listens on. */
  readonly address: string;
  readonly port: number;
  /** The UDP port for searches; null if they are ignored. */
  readonly udpPort: number | null;
  /** Six pairs of hexadecimal digits with colons. */
  readonly mac: string;
  readonly name: string;
  /** Stops listening, closes every connection and cancels every timer. */
  stop(): Promise<void>;
  /** Stops the HTTP server. Returns a function that starts it again on the same port, as after a restart. */
  unplug(): Promise<() => Promise<void>>;
  /** Restarts the controller. Events are numbered from 1 again; home and tokens remain. */
  restart(): Promise<void>;
  /** The received commands, oldest first, refused ones included. */
  commandsReceived(): readonly ReceivedCommand[];
  /** Number of requests by method and path pattern (`GET /devices/:id`). Requests without a route count as `other`. */
  requests(): Readonly<Record<string, number>>;
  /** The current state of a device. */
  device(id: number): Device | undefined;
  /** Changes a device, as if it was operated by hand. */
  setDevice(id: number, update: DeviceUpdate): void;
  /** Cancels what earlier commands would still do: movements, pulses, values for sleeping devices. */
  cancelEffects(): void;
  /** Changes the lists, and publishes that they changed. */
  changeLists(change: ListChange): void;
  /** Changes the password and expires all tokens. */
  changePassword(password: string): void;
  /** Expires all access tokens; with `refresh`, the refresh tokens too. */
  expireTokens(options?: { readonly refresh?: boolean }): void;
}
