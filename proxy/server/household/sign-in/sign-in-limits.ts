import type { Clock } from '#shared/clock';
import type { ErrorCode } from '#shared/error-codes';
import type { Result } from '#shared/errors';
import { groupOf, isLoopback } from '../../base/net/addresses';
import { Leases } from '../../base/platform/leases';
import { SlidingWindow } from '../../base/platform/sliding-window';
import { isCallFailure } from '../../controllers/failure';
import { tooManyAttempts } from '../../http/errors';
import type { Stores } from '../stores';

const WINDOW_MS = 15 * 60 * 1000;

/** What is counted. A client is an IPv4 address, or an IPv6 network of 64 bits. */
const openWindows = (clock: Clock) => ({
  failuresOfClient: new SlidingWindow(clock, { max: 5, windowMs: WINDOW_MS }),
  /** Failures for one account of one controller, from all clients. */
  failuresOfAccount: new SlidingWindow(clock, { max: 10, windowMs: WINDOW_MS }),
  /** Other failures of one client at unknown addresses: these attempts reach hosts of other people. */
  probes: new SlidingWindow(clock, { max: 5, windowMs: 60 * 1000 }),
  /** Successes of one client. This machine itself has no limit. */
  successes: new SlidingWindow(clock, { max: 10, windowMs: WINDOW_MS }),
  /** What is logged of one limit: once in a quarter of an hour. */
  reports: new SlidingWindow(clock, { max: 1, windowMs: WINDOW_MS })
});

const WRONG: readonly ErrorCode[] = ['wrong-credentials', 'wrong-code', 'wrong-setup-code'];

/** Right passwords: the controller was asked to sign in, and its home was read. */
const ACCEPTED: readonly ErrorCode[] = [
  'no-whole-room',
  'account-differs',
  'account-needed',
  'different-home'
];

/** An attempt to sign in. */
export interface Attempt {
  /** The client's address. */
  readonly client: string;
  /** Whose password is tried, with the id or the address of the controller; absent for a code, which names no account. */
  readonly account?: { readonly controller: string; readonly name: string };
  /** Whether a success signs a screen in. */
  readonly signsIn?: boolean;
  /** Whether no controller is known at its address. */
  readonly isElsewhere?: boolean;
}

/**
 * How an attempt ended: with a wrong password or code; with another failure at an unknown address; with a success; or in a way that does
 * not count, for example if a known controller does not answer.
 */
type Outcome = 'wrong' | 'probe' | 'success' | 'nothing';

/** A limit on one client, or on one account of a controller. */
interface Limit {
  /** The outcome that counts. */
  readonly counts: Outcome;
  readonly window: SlidingWindow;
  readonly key: string;
}

/**
 * Rate limit of sign-ins, against guessing passwords. Nobody is locked out for longer than the window. If the attempts in progress could
 * use up the limit, further ones wait for them. So a hundred guesses at once count like a hundred in a row, and a hundred screens that
 * return at once all get in.
 */
export class SignInLimits {
  readonly #log: Stores['log'];
  readonly #windows: ReturnType<typeof openWindows>;
  readonly #underWay = new Leases();
  #waiting: (() => void)[] = [];

  constructor({ clock, log }: Pick<Stores, 'clock' | 'log'>) {
    this.#log = log;
    this.#windows = openWindows(clock);
  }

  /**
   * Runs an attempt as soon as it is allowed. It counts by its result, also if it throws.
   * @returns its result, or `too-many-attempts` with how long to wait
   */
  async attempt<T>(attempted: Attempt, run: () => Promise<Result<T>>): Promise<Result<T>> {
    const limits = this.#limitsOf(attempted);
    while (limits.some(({ window, key }) => window.delay(key, this.#underWay.count(key)) > 0)) {
      const full = limits.filter(({ window, key }) => window.delay(key) > 0);
      if (full.length > 0) return this.#refuse(attempted.client, full);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const releases = limits.map(({ key }) => this.#underWay.take(key));
    let outcome: Outcome = 'probe';
    try {
      const result = await run();
      if (result.ok || ACCEPTED.includes(result.error.code)) outcome = 'success';
      else if (WRONG.includes(result.error.code)) outcome = 'wrong';
      else if (!isCallFailure(result.error)) outcome = 'nothing';
      return result;
    } finally {
      for (const { counts, window, key } of limits) if (counts === outcome) window.add(key);
      for (const release of releases) release();
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  #limitsOf({ client: address, account, signsIn = false, isElsewhere = false }: Attempt): Limit[] {
    const { failuresOfClient, failuresOfAccount, probes, successes } = this.#windows;
    const client = groupOf(address);
    const limits: Limit[] = [{ counts: 'wrong', window: failuresOfClient, key: `client ${client}` }];
    if (account) {
      const key = `account ${account.controller} ${canonical(account.name)}`;
      limits.push({ counts: 'wrong', window: failuresOfAccount, key });
    }
    if (isElsewhere) limits.push({ counts: 'probe', window: probes, key: `probe ${client}` });
    if (signsIn && !isLoopback(address))
      limits.push({ counts: 'success', window: successes, key: `success ${client}` });
    return limits;
  }

  #refuse(client: string, full: readonly Limit[]) {
    const { reports } = this.#windows;
    const unreported = full.filter(({ key }) => reports.delay(key) === 0);
    if (unreported.length > 0) this.#log.warn({ client }, 'Too many failed sign-ins or codes.');
    for (const { key } of unreported) reports.add(key);
    const waitMs = Math.max(...full.map(({ window, key }) => window.delay(key)));
    return tooManyAttempts('Too many attempts', waitMs);
  }
}

/** One limit for all spellings of a name that a controller may treat as the same. */
const canonical = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .toLowerCase();
