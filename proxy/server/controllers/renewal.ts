import { wait, type Clock } from '#shared/clock';
import { isRecord } from '#shared/home';
import { SlidingWindow } from '../base/platform/sliding-window';
import { isUnsuccessful } from './answer';
import type { Request } from './exchange';
import { failCall, type CallFailure, type CallResult } from './failure';

/** The tokens that a controller issued for a password: the access token, and the refresh token to renew it (document 5.2) [D]. */
export interface Tokens {
  readonly access: string;
  /** null if the controller issues none: then the sign-in ends with the access token. */
  readonly refresh: string | null;
}

/** A token is sent in a header, so it has to be printable ASCII. It may have up to 4 KiB. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;

const isToken = (value: unknown): value is string => typeof value === 'string' && TOKEN.test(value);

/**
 * Reads the reply to a sign-in or a renewal. The document names no fields, so `token` [O], `access_token` and `accessToken` are accepted,
 * and `refresh_token` [O] and `refreshToken`.
 * @returns null if there is no access token, or one of the two is not valid: the answer is malformed
 */
export function decodeTokens(reply: unknown): Tokens | null {
  if (!isRecord(reply)) return null;
  const access = reply['token'] ?? reply['access_token'] ?? reply['accessToken'];
  const refresh = reply['refresh_token'] ?? reply['refreshToken'] ?? null;
  if (!isToken(access)) return null;
  if (refresh === null || refresh === '') return { access, refresh: null };
  return isToken(refresh) ? { access, refresh } : null;
}

/** Maximum number of renewals per minute. */
const RENEWAL_RULE = { max: 6, windowMs: 60_000 };

/** Pause after the first renewal without new tokens, in ms: calls wait so long for the next one. Each further pause is twice as long. */
const FIRST_PAUSE_MS = 1_000;
/** Longest pause, in ms. */
const MAX_PAUSE_MS = 20_000;

/** How a renewal ended. After `failed` the tokens stay; after `refused` somebody must sign in again. */
export type RenewalOutcome = 'renewed' | 'failed' | 'refused';

/** What a renewal depends on. */
export interface RenewalDeps {
  readonly clock: Clock;
  /** The current tokens; null for none. */
  readonly tokens: Tokens | null;
  /** Requests new tokens from the controller. */
  readonly ask: (refresh: string) => Promise<CallResult<unknown>>;
  /** Called with new tokens, or null when they end. */
  readonly onTokens: (tokens: Tokens | null) => void;
  /** Called after the controller has refused both tokens and they were removed. */
  readonly onRefused: () => void;
  /** Called after each renewal at the controller. */
  readonly onRenewal?: (outcome: RenewalOutcome) => void;
}

/**
 * The tokens of the account of one controller, and their renewal, which concurrent callers share. Only a refusal by the controller ends a
 * sign-in. After any other answer, or none, the renewal is tried again with the same refresh token. A lost answer can have used that token
 * up [A], so a refusal does not say that the password was changed.
 */
export class Renewal {
  readonly #deps: RenewalDeps;
  #tokens: Tokens | null;
  #running: Promise<CallResult<string>> | undefined;
  /** Number of renewals without new tokens since the last change of the tokens. */
  #failures = 0;
  #retryAt = -Infinity;
  readonly #renewals: SlidingWindow;

  constructor(deps: RenewalDeps) {
    this.#deps = deps;
    this.#tokens = deps.tokens;
    this.#renewals = new SlidingWindow(deps.clock, RENEWAL_RULE);
  }

  /** The current tokens; null if somebody has to sign in. */
  get tokens(): Tokens | null {
    return this.#tokens;
  }

  /** Replaces the tokens; null ends the sign-in. */
  replace(tokens: Tokens | null) {
    this.#tokens = tokens;
    this.#failures = 0;
    this.#retryAt = -Infinity;
    this.#deps.onTokens(tokens);
  }

  /**
   * Returns a token to use instead of a refused one: a newer one that exists already, or a renewed one.
   * @returns `signed-out` if there is none; `controller-busy` if the next renewal has to wait
   */
  async renew(refused: string): Promise<CallResult<string>> {
    if (this.#tokens && this.#tokens.access !== refused) return { ok: true, value: this.#tokens.access };
    this.#running ??= this.#renew().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Ends the sign-in, because a token was refused although it was just renewed. */
  giveUp(refused: string) {
    if (this.#tokens?.access === refused) this.#lose();
    return SIGNED_OUT;
  }

  #lose() {
    this.replace(null);
    this.#deps.onRefused();
  }

  async #renew(): Promise<CallResult<string>> {
    const before = this.#tokens;
    if (!before) return SIGNED_OUT;
    if (before.refresh === null) return this.giveUp(before.access);
    const pause = Math.max(0, this.#retryAt - this.#deps.clock.monotonic(), this.#renewals.delay());
    if (pause > FIRST_PAUSE_MS)
      return failCall('controller-busy', 'It has not renewed the sign-in yet.', { retryAfterMs: pause });
    if (pause > 0) await wait(this.#deps.clock, pause);
    if (this.#tokens !== before) return this.#current();

    this.#renewals.add();
    const reply = await this.#deps.ask(before.refresh);
    if (this.#tokens !== before) return this.#current();
    const renewed = reply.ok ? decodeTokens(reply.value) : null;
    const ended = (outcome: RenewalOutcome) => this.#deps.onRenewal?.(outcome);
    if (renewed) {
      this.replace({ access: renewed.access, refresh: renewed.refresh ?? before.refresh });
      ended('renewed');
    } else if (!reply.ok && isRefusal(reply.error)) {
      this.#lose();
      ended('refused');
    } else {
      const retryAfterMs = reply.ok ? 0 : (reply.error.retryAfterMs ?? 0);
      this.#retryAt =
        this.#deps.clock.monotonic() +
        Math.max(Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, MAX_PAUSE_MS), retryAfterMs);
      ended('failed');
      return !reply.ok && isNoAnswer(reply.error) ? reply : this.#renew();
    }
    return this.#current();
  }

  #current(): CallResult<string> {
    return this.#tokens ? { ok: true, value: this.#tokens.access } : SIGNED_OUT;
  }
}

/** `POST /auth/get-new-access-token?token=…`, without Authorization [O]. */
export const renewalOf = (refresh: string): Request => ({
  method: 'POST',
  path: `/auth/get-new-access-token?token=${encodeURIComponent(refresh)}`
});

/** Somebody must sign in again with the account. */
export const SIGNED_OUT = failCall('signed-out', 'Somebody must sign in with the account of the home again.');

const isNoAnswer = ({ code }: CallFailure) => code === 'controller-unreachable' || code === 'outcome-unknown';

/** Whether a failed reading shows that its tokens are valid: the controller answered, with another error. */
export const isAboutSomethingElse = ({ code, status = 0 }: CallFailure): boolean =>
  code !== 'controller-busy' && status >= 200 && status <= 499 && status !== 401;

/** Whether a controller refuses tokens, as opposed to no answer or one that says nothing about them: 401, 403 or `success: false` [O]. */
export const isRefusal = (failure: CallFailure): boolean =>
  failure.status === 401 || failure.status === 403 || isUnsuccessful(failure);
