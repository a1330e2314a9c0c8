import { systemClock, type Clock } from '#shared/clock';
import { HOUSE } from './house/house';
import type { HousePlan } from './house/plan';

/** Where the answer to a search is given. */
export interface UdpOptions {
  readonly host: string;
  readonly port: number;
  /** The texts that a search can begin with; the port to answer to follows it. */
  readonly prefixes: readonly string[];
}

/**
 * When events tell of what a command did: at once, 3 s later, or never. Which of these real controllers do is not known [A]: clients read
 * each device back after a command [O].
 */
export type OwnEvents = 'at-once' | 'late' | 'never';

/**
 * What the poll is like. `free`: without `last` it starts from now [A]. `strict`: it refuses to go without `last`, and leaves `last` and
 * `events` away where nothing happened [O]. `none`: there is none.
 */
export type PollKind = 'free' | 'strict' | 'none';

/** Everything that can be chosen about a virtual controller. */
export interface VirtualOptions {
  /** The IPv4 address that HTTP listens on. */
  readonly host: string;
  /** The TCP port; 0 picks a free one. */
  readonly port: number;
  /** The UDP answer; null keeps silent. */
  readonly udp: UdpOptions | null;
  /** What chance begins with: the same seed and clock give the same life. */
  readonly seed: number;
  readonly clock: Clock;
  readonly username: string;
  readonly password: string;
  readonly name: string;
  /** Six pairs of hexadecimal digits with colons. */
  readonly mac: string;
  /** Milliseconds that an access token lives after its last use. */
  readonly tokenLifeMs: number;
  /** Signs the tokens, which then outlive the process; null: they end with it. */
  readonly tokenSecret: string | null;
  /** Whether a refresh token can be used once, or again and again [A]. */
  readonly refreshTokens: 'once' | 'many';
  readonly ownEvents: OwnEvents;
  readonly poll: PollKind;
  /** Milliseconds that a long poll waits for an event. */
  readonly pollMs: number;
  /** Whether anything happens by itself; commands have their effects either way. */
  readonly isLiving: boolean;
  /** Milliseconds from one wake-up of a sleeping device to the next; null leaves what the devices say. */
  readonly wakeUpMs: number | null;
  /** The house that stands there. */
  readonly house: HousePlan;
  /** Path patterns (`/poll`, `/sections`) that this controller lacks, as real ones do: it answers 404 there. */
  readonly lacks: readonly string[];
  /** Gets what no code here expected. */
  reportBug(bug: unknown): void;
}

/** The document's port for searches (document 4.3) [D]. */
export const DISCOVERY_PORT = 17318;
/** The document's word before the port (document 4.3) [D], and the one that controllers were seen to answer to [O]. */
export const DISCOVERY_PREFIXES = ['CONTROLLER_DETECT', 'CONNECTHOME_BUTLER_DETECT'] as const;

/** What holds where nothing is chosen: a free port on loopback, no UDP, thirty minutes a token. */
export const DEFAULT_OPTIONS: VirtualOptions = {
  host: '127.0.0.1',
  port: 0,
  udp: null,
  seed: 1,
  clock: systemClock,
  username: 'demo',
  password: 'demo',
  name: 'Demo home',
  mac: '02:4d:61:6e:74:01',
  tokenLifeMs: 30 * 60_000,
  tokenSecret: null,
  refreshTokens: 'once',
  ownEvents: 'at-once',
  poll: 'free',
  pollMs: 25_000,
  isLiving: true,
  wakeUpMs: null,
  house: HOUSE,
  lacks: [],
  reportBug: (bug) => console.error(bug)
};
