import { succeed, type Failure } from '#shared/errors';
import type { Clock } from '../clock';

/** How long a failed sign-in counts, in ms. */
const WINDOW_MS = 15 * 60 * 1000;

/** Failures within the window that one client address may have, whatever it tries. */
const MOST_A_CLIENT = 5;

/** Failures within the window that one user of one controller may have, whoever tries. */
const MOST_AN_ACCOUNT = 10;

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
}

/** A sign-in under way. Whoever began it has to end it, whatever happens. */
export interface Attempt {
  /** Only a wrong password is a failure that counts. */
  end(isWrongPassword: boolean): void;
}

/** A refusal with the seconds until the next attempt has a chance. */
export type TooMany = Failure<'too-many-attempts'> & { readonly retryAfter: number };

/** What counts against one client, or one user of a controller. */
interface Tally {
  readonly most: number;
  /** The moments of its failures on the monotonic clock, the oldest first. */
  failures: number[];
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
    { readonly ok: true; readonly value: Attempt } | { readonly ok: false; readonly error: TooMany }
  > {
    for (;;) {
      this.#forgetOld();
      const tallies = this.#talliesOf(attempted);
      const wait = Math.max(...tallies.map((tally) => this.#waitOf(tally)));
      if (wait > 0) return { ok: false, error: tooMany(Math.ceil(wait / 1000)) };
      if (tallies.every(({ failures, underWay, most }) => failures.length + underWay < most))
        return succeed(this.#start(tallies));
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #talliesOf({ client, account }: Attempted): Tally[] {
    const ofClient = this.#tally(`client ${client}`, MOST_A_CLIENT);
    if (!account) return [ofClient];
    const user = canonical(account.user);
    return [ofClient, this.#tally(`account ${account.controller} ${user}`, MOST_AN_ACCOUNT)];
  }

  #start(tallies: readonly Tally[]): Attempt {
    for (const tally of tallies) tally.underWay += 1;
    return {
      end: (isWrongPassword) => {
        for (const tally of tallies) {
          tally.underWay -= 1;
          if (isWrongPassword) tally.failures.push(this.#clock.monotonic());
        }
        for (const resolve of this.#waiting.splice(0)) resolve();
      }
    };
  }

  /** Milliseconds until one more failure is allowed. */
  #waitOf({ failures, most }: Tally) {
    const moment = failures.at(-most);
    return moment === undefined ? 0 : moment + WINDOW_MS - this.#clock.monotonic();
  }

  #tally(key: string, most: number): Tally {
    const tally = this.#tallies.get(key) ?? { most, failures: [], underWay: 0 };
    this.#tallies.set(key, tally);
    return tally;
  }

  #forgetOld() {
    const oldest = this.#clock.monotonic() - WINDOW_MS;
    for (const [key, tally] of this.#tallies) {
      tally.failures = tally.failures.filter((moment) => moment > oldest);
      if (tally.failures.length === 0 && tally.underWay === 0) this.#tallies.delete(key);
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

const tooMany = (retryAfter: number): TooMany => ({
  code: 'too-many-attempts',
  message: `Too many failed sign-ins: try again in ${retryAfter} s.`,
  retryAfter
});
