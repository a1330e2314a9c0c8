import { succeed, type ErrorCode, type Result } from '#shared/errors';
import { isCallFailure } from '../../controllers/failure';
import type { Clock } from '#shared/clock';
import { groupOf, isLoopback } from '../../net/addresses';
import { tooManyAttempts } from '../../http/errors';
import { windowDelay, type WindowRule } from '../../platform/sliding-window';

/** How many ends of attempts of one kind are allowed in a window. */
interface Rule extends WindowRule {
  readonly counts: AttemptOutcome;
}

const WINDOW_MS = 15 * 60 * 1000;

/** Failures of one client. A client is an IPv4 address, or an IPv6 network of 64 bits. */
const FAILURES_OF_CLIENT: Rule = { counts: 'wrong', max: 5, windowMs: WINDOW_MS };

/** Failures for one user of one controller, from all clients. */
const FAILURES_OF_ACCOUNT: Rule = { counts: 'wrong', max: 10, windowMs: WINDOW_MS };

/** Other failures of one client at unknown addresses: these attempts reach hosts of other people. */
const PROBES: Rule = { counts: 'probe', max: 5, windowMs: 60 * 1000 };

/** Successes of one client. This machine itself has no limit. */
const SUCCESSES: Rule = { counts: 'success', max: 10, windowMs: WINDOW_MS };

/** Maximum number of tallies of one window. Beyond it the one that was counted in least recently is forgotten. */
const MAX_TALLIES = 50_000;

/** `household-full` reveals which users are known, so it counts as a wrong password. */
const WRONG: ReadonlySet<string> = new Set<ErrorCode>(['wrong-credentials', 'household-full']);

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

/** What the limits depend on. */
interface SignInLimitsDeps {
  readonly clock: Clock;
  /** Called with the address of a client that is refused, once until another of its attempts counts. */
  readonly onRefused?: (client: string) => void;
}

/** What counts against one client, or one user of a controller. */
interface Tally {
  readonly key: string;
  readonly rule: Rule;
  /** What was counted, the oldest first; times are on the monotonic clock. */
  events: { readonly at: number }[];
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
  readonly #deps: SignInLimitsDeps;
  /** By window, and by client or account. The tally that was counted in last is the last one, so they expire in their order. */
  readonly #tallies = new Map<number, Map<string, Tally>>();
  #waiting: (() => void)[] = [];

  constructor(deps: SignInLimitsDeps) {
    this.#deps = deps;
  }

  /** Begins an attempt as soon as it is allowed, or returns how long to wait. */
  async begin(attempted: Attempted): Promise<Result<Attempt, 'too-many-attempts'>> {
    for (;;) {
      this.#forgetOld();
      const tallies = this.#talliesOf(attempted);
      const wait = Math.max(...tallies.map((tally) => this.#waitOf(tally)));
      if (wait > 0) {
        this.#report(attempted.client, tallies);
        return tooManyAttempts('Too many attempts', wait);
      }
      if (tallies.every(({ events, underWay, rule }) => events.length + underWay < rule.max))
        return succeed(this.#start(tallies));
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /**
   * Runs an attempt as soon as it is allowed, and ends it, also if it fails.
   * @returns its result, or `too-many-attempts`
   */
  async attempt<T>(attempted: Attempted, run: () => Promise<Result<T>>): Promise<Result<T>> {
    const attempt = await this.begin(attempted);
    if (!attempt.ok) return attempt;
    let outcome: AttemptOutcome = 'probe';
    try {
      const result = await run();
      if (result.ok) outcome = 'success';
      else if (WRONG.has(result.error.code)) outcome = 'wrong';
      else if (!isCallFailure(result.error)) outcome = 'nothing';
      return result;
    } finally {
      attempt.value.end(outcome);
    }
  }

  #talliesOf({ client: address, account, signsIn = false, isElsewhere = false }: Attempted): Tally[] {
    const client = groupOf(address);
    const name = account && `account ${account.controller} ${canonical(account.user)}`;
    return [
      this.#tally(`client ${client}`, FAILURES_OF_CLIENT),
      ...(name === undefined ? [] : [this.#tally(name, FAILURES_OF_ACCOUNT)]),
      ...(isElsewhere ? [this.#tally(`probe ${client}`, PROBES)] : []),
      ...(signsIn && !isLoopback(address) ? [this.#tally(`success ${client}`, SUCCESSES)] : [])
    ];
  }

  #report(client: string, tallies: readonly Tally[]) {
    const fresh = tallies.filter((tally) => this.#waitOf(tally) > 0 && !tally.hasRefused);
    if (fresh.length > 0) this.#deps.onRefused?.(client);
    for (const tally of fresh) tally.hasRefused = true;
  }

  #start(tallies: readonly Tally[]): Attempt {
    for (const tally of tallies) {
      tally.underWay += 1;
      this.#allOf(tally.rule).set(tally.key, tally);
    }
    return {
      end: (outcome) => {
        for (const tally of tallies) {
          tally.underWay -= 1;
          if (outcome === tally.rule.counts) this.#count(tally);
          else if (isUnused(tally)) this.#allOf(tally.rule).delete(tally.key);
        }
        for (const resolve of this.#waiting.splice(0)) resolve();
      }
    };
  }

  /** Milliseconds until the next one is allowed. */
  #waitOf({ events, rule }: Tally) {
    return windowDelay(events, rule, this.#deps.clock.monotonic());
  }

  #tally(key: string, rule: Rule): Tally {
    const tally = this.#allOf(rule).get(key) ?? { key, rule, events: [], underWay: 0, hasRefused: false };
    tally.events = tally.events.filter(({ at }) => at > this.#deps.clock.monotonic() - rule.windowMs);
    return tally;
  }

  #allOf({ windowMs }: Rule): Map<string, Tally> {
    const all = this.#tallies.get(windowMs) ?? new Map<string, Tally>();
    this.#tallies.set(windowMs, all);
    return all;
  }

  #count(tally: Tally) {
    tally.events.push({ at: this.#deps.clock.monotonic() });
    tally.hasRefused = false;
    const all = this.#allOf(tally.rule);
    all.delete(tally.key);
    all.set(tally.key, tally);
  }

  /** Looks at the oldest tallies only, up to the first that still counts. Attempts in progress are few. */
  #forgetOld() {
    const now = this.#deps.clock.monotonic();
    for (const [windowMs, all] of this.#tallies)
      for (const [key, { events, underWay }] of all) {
        if (underWay > 0) continue;
        const isOver = (events.at(-1)?.at ?? -Infinity) <= now - windowMs;
        if (!isOver && all.size <= MAX_TALLIES) break;
        all.delete(key);
      }
  }
}

const isUnused = ({ events, underWay }: Tally) => events.length === 0 && underWay === 0;

/** One limit for all spellings of a name that a controller may treat as the same. */
const canonical = (user: string) =>
  user
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .toLowerCase();
