import { succeed } from '#shared/errors';
import type { Clock } from '#shared/clock';
import { groupOf, isLoopback } from '../../net/addresses';
import type { TooManyAttempts } from '../../http/errors';

/** How long a failed sign-in counts, in ms. */
const WINDOW_MS = 15 * 60 * 1000;

/** Maximum number of failures of one client within the window. A client is an IPv4 address, or an IPv6 network of 64 bits. */
const MAX_FAILURES_PER_CLIENT = 5;

/** Maximum number of failures for one user of one controller within the window, from all clients. */
const MAX_FAILURES_PER_ACCOUNT = 10;

/** Maximum number of other failures at unknown addresses, per client and minute: these attempts reach hosts of other people. */
const PROBE_WINDOW_MS = 60 * 1000;
const MAX_PROBES = 5;

/** Maximum number of successes of one client within the window. This machine itself has no limit. */
const MAX_SUCCESSES = 10;

/** Maximum number of tallies of one window. Beyond it the one that was counted in least recently is forgotten. */
const MAX_TALLIES = 50_000;

/** An attempt to sign in. */
export interface Attempted {
  /** The client's address. */
  readonly client: string;
  /** Whose password is tried; absent for the code of a pairing, which names no user. */
  readonly account?: {
    /** The controller, by its id or its address. */
    readonly controller: string;
    readonly user: string;
  };
  /** Whether a success signs a screen in. */
  readonly signsIn?: boolean;
  /** Whether no controller is known at its address. */
  readonly isElsewhere?: boolean;
}

/**
 * How an attempt ended: with a wrong password or code; with another failure at an unknown address; with a success; or in a way that does
 * not count, for example if a known controller does not answer.
 */
export type AttemptOutcome = 'wrong' | 'probe' | 'success' | 'nothing';

/** An attempt in progress. The caller has to end it in every case. */
export interface Attempt {
  end(outcome: AttemptOutcome): void;
}

/** What counts against one client, or one user of a controller. */
interface Tally {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
  readonly counts: AttemptOutcome;
  /** The times of the counted events on the monotonic clock, the oldest first. */
  moments: number[];
  underWay: number;
  /** Whether an attempt was refused because of it since the last one that counted. */
  hasRefused: boolean;
}

/**
 * Rate limit of sign-ins, against guessing passwords. Nobody is locked out for longer than the window. If the attempts in progress could
 * use up the limit, further ones wait for them. So a hundred guesses at once count like a hundred in a row, and a hundred screens that
 * return at once all get in.
 */
export class SignInLimits {
  readonly #clock: Clock;
  readonly #onRefused: (client: string) => void;
  /** By window, and by client or account. The tally that was counted in last is the last one, so they expire in their order. */
  readonly #tallies = new Map<number, Map<string, Tally>>();
  #waiting: (() => void)[] = [];

  /** @param deps `onRefused` is called with the address of a client that is refused, once until another of its attempts counts */
  constructor({
    clock,
    onRefused = () => undefined
  }: {
    clock: Clock;
    onRefused?: (client: string) => void;
  }) {
    this.#clock = clock;
    this.#onRefused = onRefused;
  }

  /** Begins an attempt as soon as it is allowed, or returns how long to wait. */
  async begin(
    attempted: Attempted
  ): Promise<
    { readonly ok: true; readonly value: Attempt } | { readonly ok: false; readonly error: TooManyAttempts }
  > {
    for (;;) {
      this.#forgetOld();
      const tallies = this.#talliesOf(attempted);
      const wait = Math.max(...tallies.map((tally) => this.#waitOf(tally)));
      if (wait > 0) {
        this.#report(attempted.client, tallies);
        return { ok: false, error: tooMany(Math.ceil(wait / 1000)) };
      }
      if (tallies.every(({ moments, underWay, max }) => moments.length + underWay < max))
        return succeed(this.#start(tallies));
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #talliesOf({ client: address, account, signsIn = false, isElsewhere = false }: Attempted): Tally[] {
    const client = groupOf(address);
    const tallies = [this.#tally(`client ${client}`, 'wrong', MAX_FAILURES_PER_CLIENT)];
    if (account) {
      const name = `account ${account.controller} ${canonical(account.user)}`;
      tallies.push(this.#tally(name, 'wrong', MAX_FAILURES_PER_ACCOUNT));
    }
    if (isElsewhere) tallies.push(this.#tally(`probe ${client}`, 'probe', MAX_PROBES, PROBE_WINDOW_MS));
    if (signsIn && !isLoopback(address))
      tallies.push(this.#tally(`success ${client}`, 'success', MAX_SUCCESSES));
    return tallies;
  }

  #report(client: string, tallies: readonly Tally[]) {
    const fresh = tallies.filter((tally) => this.#waitOf(tally) > 0 && !tally.hasRefused);
    if (fresh.length > 0) this.#onRefused(client);
    for (const tally of fresh) tally.hasRefused = true;
  }

  #start(tallies: readonly Tally[]): Attempt {
    for (const tally of tallies) {
      tally.underWay += 1;
      this.#allOf(tally).set(tally.key, tally);
    }
    return {
      end: (outcome) => {
        for (const tally of tallies) {
          tally.underWay -= 1;
          if (outcome === tally.counts) this.#count(tally);
          else if (isUnused(tally)) this.#allOf(tally).delete(tally.key);
        }
        for (const resolve of this.#waiting.splice(0)) resolve();
      }
    };
  }

  /** Milliseconds until the next one is allowed. */
  #waitOf({ moments, max, windowMs }: Tally) {
    const moment = moments.at(-max);
    return moment === undefined ? 0 : moment + windowMs - this.#clock.monotonic();
  }

  #tally(key: string, counts: AttemptOutcome, max: number, windowMs = WINDOW_MS): Tally {
    const known = this.#allOf({ windowMs }).get(key);
    const tally = known ?? { key, counts, max, windowMs, moments: [], underWay: 0, hasRefused: false };
    tally.moments = tally.moments.filter((moment) => moment > this.#clock.monotonic() - windowMs);
    return tally;
  }

  #allOf({ windowMs }: Pick<Tally, 'windowMs'>): Map<string, Tally> {
    const all = this.#tallies.get(windowMs) ?? new Map<string, Tally>();
    this.#tallies.set(windowMs, all);
    return all;
  }

  #count(tally: Tally) {
    tally.moments.push(this.#clock.monotonic());
    tally.hasRefused = false;
    const all = this.#allOf(tally);
    all.delete(tally.key);
    all.set(tally.key, tally);
  }

  /** Looks at the oldest tallies only, up to the first that still counts. Attempts in progress are few. */
  #forgetOld() {
    const now = this.#clock.monotonic();
    for (const [windowMs, all] of this.#tallies)
      for (const [key, { moments, underWay }] of all) {
        if (underWay > 0) continue;
        const isOver = (moments.at(-1) ?? -Infinity) <= now - windowMs;
        if (!isOver && all.size <= MAX_TALLIES) break;
        all.delete(key);
      }
  }
}

const isUnused = ({ moments, underWay }: Tally) => moments.length === 0 && underWay === 0;

/** One limit for all spellings of a name that a controller may treat as the same. */
const canonical = (user: string) =>
  user
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .toLowerCase();

const tooMany = (retryAfter: number): TooManyAttempts => ({
  code: 'too-many-attempts',
  message: `Too many attempts: try again in ${retryAfter} s.`,
  retryAfter
});
