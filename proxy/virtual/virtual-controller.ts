import type { Device } from '#shared/home';
import type { ReceivedCommand } from './commands/command-desk';
import type { DeviceUpdate, ListChange } from './home/living-home';

/** A controller that runs. Beside its address there is what a test, or a hand at the device, may do to it. */
export interface VirtualController {
  /** The IPv4 address that HTTP listens on. */
  readonly address: string;
  readonly port: number;
  /** The UDP port that searches are answered on; null where they are not. */
  readonly udpPort: number | null;
  /** Six pairs of hexadecimal digits with colons. */
  readonly mac: string;
  readonly name: string;
  /** Stops listening, cuts every connection, and ends every timer. */
  stop(): Promise<void>;
  /** Cuts the controller off: HTTP listens no more. What comes back plugs it in again on the same port, as after a restart. */
  unplug(): Promise<() => Promise<void>>;
  /** Off and on again: events count from 0; home and tokens stay. */
  restart(): Promise<void>;
  /** The commands that came in, oldest first, the refused ones too. */
  commandsReceived(): readonly ReceivedCommand[];
  /** How many requests came, by method and path pattern: `GET /devices/:id`; those for no route under `other`. */
  requests(): Readonly<Record<string, number>>;
  /** A device as it is now. */
  device(id: number): Device | undefined;
  /** Makes a device different, as if by a hand at it. */
  setDevice(id: number, update: DeviceUpdate): void;
  /** Changes the lists, and tells that they changed. */
  changeLists(change: ListChange): void;
  /** Its owner changes the password: every token ends. */
  changePassword(password: string): void;
  /** Ends every access token; with `refresh`, the refresh tokens too. */
  expireTokens(options?: { readonly refresh?: boolean }): void;
}
