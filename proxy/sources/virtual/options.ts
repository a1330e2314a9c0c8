import { systemClock, type Clock } from '#shared/clock';
import type { RenewalError } from '../served/http/routes/auth';
import type { PollKind } from '../served/http/routes/poll';
import { HOUSE } from './house/house';
import type { HousePlan } from './house/plan';

/**
 * When the effects of a command are published as events: at once, 3 s later, or never. It is unknown what real controllers do [A]: clients
 * read each device again after a command [O].
 */
export type OwnEvents = 'at-once' | 'late' | 'never';

/** Options of a virtual controller. */
export interface VirtualOptions {
  /** Whether it has no port: only `connect` reaches it then, from inside the process. */
  readonly isInProcess: boolean;
  /** The IPv4 address that HTTP listens on. */
  readonly host: string;
  /** The TCP port; 0 picks a free one. */
  readonly port: number;
  /** Seed of the random numbers. The same seed and clock give the same simulation. */
  readonly seed: number;
  readonly clock: Clock;
  readonly username: string;
  readonly password: string;
  readonly name: string;
  /** Six pairs of hexadecimal digits with colons. */
  readonly mac: string;
  /** Lifetime of an access token after its last use, in ms. */
  readonly tokenLifeMs: number;
  /** Signs the tokens, so that they stay valid after a restart; null for tokens that end with the process. */
  readonly tokenSecret: string | null;
  /** Whether a refresh token can be used once or many times [A]. */
  readonly refreshTokens: 'once' | 'many';
  /** The answers to the first renewals of tokens: error statuses, in order. They use up no refresh token. */
  readonly renewalErrors: readonly RenewalError[];
  readonly ownEvents: OwnEvents;
  /** How long the radio takes for each command, one after the other, in ms. The answer to a command does not wait for it. */
  readonly radioMs: number;
  readonly poll: PollKind;
  /** How long a poll waits for an event, in ms. */
  readonly pollMs: number;
  /** Whether the simulation runs. Commands have effects either way. */
  readonly isLiving: boolean;
  readonly house: HousePlan;
  /** Path patterns (`/poll`, `/sections`) that answer 404, because some real controllers lack them. */
  readonly lacks: readonly string[];
}

/** Default options: a free port on loopback, access tokens of thirty minutes. */
export const DEFAULT_OPTIONS: VirtualOptions = {
  isInProcess: false,
  host: '127.0.0.1',
  port: 0,
  seed: 1,
  clock: systemClock,
  username: 'demo',
  password: 'demo',
  name: 'Demo home',
  mac: '02:4d:61:6e:74:01',
  tokenLifeMs: 30 * 60_000,
  tokenSecret: null,
  refreshTokens: 'once',
  renewalErrors: [],
  ownEvents: 'at-once',
  radioMs: 0,
  poll: 'free',
  pollMs: 25_000,
  isLiving: true,
  house: HOUSE,
  lacks: []
};
