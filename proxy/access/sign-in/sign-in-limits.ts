import { succeed } from '#shared/errors';
import type { Clock } from '#shared/clock';
import { isLoopback } from '../../net/client-address';
import type { TooManyAttempts } from '../../http/errors';

/** How long a failed sign-in counts, in ms. */
const WINDOW_MS = 15 * 60 * 1000;

/** Failures within the window that one client address may have, whatever it tries. */
const MAX_FAILURES_PER_CLIENT = 5;

/** Failures within the window that one user of one controller may have, whoever tries. */
const MAX_FAILURES_PER_ACCOUNT = 10;

/** Attempts at unknown addresses that fail otherwise: limited per client within a minute, since they reach hosts of other people. */
const PROBE_WINDOW_MS = 60 * 1000;
const MAX_PROBES = 5;

/** Successes that one client address may have within the window; this machine itself as many as it likes. */
const MAX_SUCCESSES = 10;

/** Who tries to sign in, and as whom. */
export interface Attempted {
  /** The address that asks. */
  readonly client: string;
  /** Whose password is tried; absent where it is a pairing's code, of which nobody can say whose it is. */
  readonly account?: {
    /** The controller, by its id or its address. */
    readonly controller: string;
    readonly user: string;
  };
  /** Whether it lets somebody in where it succeeds. */
  readonly signsIn?: boolean;
  /** Whether it goes to an address at which no controller is known. */
  readonly isElsewhere?: boolean;
}

/**
 * How an attempt ended: by a wrong password or code; otherwise at an address that nobody knows; by letting someone in; or in a way that
 * counts nothing, as where a known controller does not answer.
 */
export type AttemptOutcome = 'wrong' | 'probe' | 'success' | 'nothing';

/** A sign-in under way. Whoever began it has to end it, whatever happens. */
export interface Attempt {
  end(outcome: AttemptOutcome): void;
}

/** What counts against one client, or one user of a controller. */
interface Tally {
  readonly max: number;
  readonly windowMs: number;
  readonly counts: AttemptOutcome;
  /** The moments of what counts on the monotonic clock, the oldest first. */
  moments: number[];
  underWay: number;
}

/**
 * Slows down whoever guesses passwords through us. Nobody is shut out for longer than the window. Attempts beyond what may still
 * fail wait for those under way, so that a hundred guesses at once are no more than a hundred in a row, and a hundred screens
 * that come back at once all get in.
 */
export class SignInLimits {
  readonly #clock: Clock;
  readonly #tallies = new Map<string, Tally>();
  #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Lets an attempt begin, as soon as it may, or tells how long to leave it. */
  async begin(
    attempted: Attempted
  ): Promise<
    { readonly ok: true; readonly value: Attempt } | { readonly ok: false; readonly error: TooManyAttempts }
  > {
    for (;;) {
      this.#forgetOld();
      const tallies = this.#talliesOf(attempted);
      const wait = Math.max(...tallies.map((tally) => this.#waitOf(tally)));
      if (wait > 0) return { ok: false, error: tooMany(Math.ceil(wait / 1000)) };
      if (tallies.every(({ moments, underWay, max }) => moments.length + underWay < max))
        return succeed(this.#start(tallies));
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #talliesOf({ client, account, signsIn = false, isElsewhere = false }: Attempted): Tally[] {
    const tallies = [this.#tally(`client ${client}`, 'wrong', MAX_FAILURES_PER_CLIENT)];
    if (account) {
      const name = `account ${account.controller} ${canonical(account.user)}`;
      tallies.push(this.#tally(name, 'wrong', MAX_FAILURES_PER_ACCOUNT));
    }
    if (isElsewhere) tallies.push(this.#tally(`probe ${client}`, 'probe', MAX_PROBES, PROBE_WINDOW_MS));
    if (signsIn && !isLoopback(client))
      tallies.push(this.#tally(`success ${client}`, 'success', MAX_SUCCESSES));
    return tallies;
  }

  #start(tallies: readonly Tally[]): Attempt {
    for (const tally of tallies) tally.underWay += 1;
    return {
      end: (outcome) => {
        for (const tally of tallies) {
          tally.underWay -= 1;
          if (outcome === tally.counts) tally.moments.push(this.#clock.monotonic());
        }
        for (const resolve of this.#waiting.splice(0)) resolve();
      }
    };
  }

  /** Milliseconds until one more is allowed. */
  #waitOf({ moments, max, windowMs }: Tally) {
    const moment = moments.at(-max);
    return moment === undefined ? 0 : moment + windowMs - this.#clock.monotonic();
  }

  #tally(key: string, counts: AttemptOutcome, max: number, windowMs = WINDOW_MS): Tally {
    const tally = this.#tallies.get(key) ?? { counts, max, windowMs, moments: [], underWay: 0 };
    this.#tallies.set(key, tally);
    return tally;
  }

  #forgetOld() {
    const now = this.#clock.monotonic();
    for (const [key, tally] of this.#tallies) {
      tally.moments = tally.moments.filter((moment) => moment > now - tally.windowMs);
      if (tally.moments.length === 0 && tally.underWay === 0) this.#tallies.delete(key);
    }
  }
}

/** One budget for all spellings of a name that a controller may take for the same. */
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
