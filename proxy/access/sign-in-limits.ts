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
  /** The controller, by its id or its address. */
  readonly controller: string;
  readonly user: string;
}

/** A sign-in under way. It counts as failed from its beginning, so that a hundred at once are no more than a hundred in a row. */
export interface Attempt {
  /** It did not fail by a wrong password: it does not count. */
  release(): void;
}

/** Seconds until the next attempt has a chance. */
export type TooMany = Failure<'too-many-attempts'> & { readonly retryAfter: number };

/** Slows down whoever guesses passwords through us. Nobody is shut out for longer than the window. */
export class SignInLimits {
  readonly #clock: Clock;
  /** The moments of the failures, by what they count for, on the monotonic clock. */
  readonly #failures = new Map<string, number[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Lets an attempt begin, or tells how long to wait. */
  begin({
    client,
    controller,
    user
  }: Attempted): { ok: true; value: Attempt } | { ok: false; error: TooMany } {
    this.#forgetOld();
    const now = this.#clock.monotonic();
    const keys: [string, number][] = [
      [`client ${client}`, MOST_A_CLIENT],
      [`account ${controller} ${user.normalize().toLowerCase()}`, MOST_AN_ACCOUNT]
    ];
    const waits = keys.map(([key, most]) => {
      const moment = this.#failures.get(key)?.at(-most);
      return moment === undefined ? 0 : moment + WINDOW_MS - now;
    });
    const wait = Math.max(...waits);
    if (wait > 0) return { ok: false, error: tooMany(Math.ceil(wait / 1000)) };
    for (const [key] of keys) this.#failures.set(key, [...(this.#failures.get(key) ?? []), now]);
    return succeed({ release: () => keys.forEach(([key]) => this.#release(key, now)) });
  }

  #release(key: string, moment: number) {
    const moments = this.#failures.get(key) ?? [];
    const at = moments.indexOf(moment);
    if (at >= 0) moments.splice(at, 1);
  }

  #forgetOld() {
    const oldest = this.#clock.monotonic() - WINDOW_MS;
    for (const [key, moments] of this.#failures) {
      const left = moments.filter((moment) => moment > oldest);
      if (left.length > 0) this.#failures.set(key, left);
      else this.#failures.delete(key);
    }
  }
}

const tooMany = (retryAfter: number): TooMany => ({
  code: 'too-many-attempts',
  message: `Too many failed sign-ins: try again in ${retryAfter} s.`,
  retryAfter
});
