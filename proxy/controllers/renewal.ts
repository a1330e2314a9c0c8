import type { Clock } from '#shared/clock';
import { isUnsuccessful } from './answer';
import { failCall, type CallFailure, type CallResult } from './failure';
import type { Request } from './request';
import { decodeTokens, type Tokens } from './tokens';

/** Maximum number of renewals per minute. */
const MAX_RENEWALS_PER_MINUTE = 3;
const MINUTE_MS = 60_000;

/** Maximum number of malformed answers in a row. Then the sign-in ends. */
const MAX_INVALID_ANSWERS = 2;

/** How a renewal ended. After `failed` the tokens stay; after `refused` the user must sign in again. */
export type RenewalOutcome = 'renewed' | 'failed' | 'refused';

/** What a renewal depends on. */
interface RenewalDeps {
  readonly clock: Clock;
  /** The current tokens; null for none. */
  readonly tokens: Tokens | null;
  /** Requests new tokens from the controller. */
  readonly ask: (refresh: string) => Promise<CallResult<unknown>>;
  /** Called with new tokens, or null when they end. */
  readonly onChange: (tokens: Tokens | null) => void;
  /** Called after the controller has refused both tokens and they were removed. */
  readonly onRefused: () => void;
  /** Called after each renewal at the controller. */
  readonly onEnded?: (outcome: RenewalOutcome) => void;
}

/**
 * The tokens of one user of one controller, and their renewal, which concurrent callers share. Only a refusal by the controller ends a
 * sign-in; a network failure does not.
 */
export class Renewal {
  readonly #deps: RenewalDeps;
  #tokens: Tokens | null;
  #running: Promise<CallResult<string>> | undefined;
  #senseless = 0;
  #asked: number[] = [];

  constructor(deps: RenewalDeps) {
    this.#deps = deps;
    this.#tokens = deps.tokens;
  }

  /** The current access token; null if the user has to sign in. */
  get access(): string | null {
    return this.#tokens?.access ?? null;
  }

  /** Replaces the tokens; null ends the sign-in. */
  replace(tokens: Tokens | null) {
    this.#tokens = tokens;
    this.#senseless = 0;
    this.#deps.onChange(tokens);
  }

  /**
   * Returns a token to use instead of a refused one: a newer one that exists already, or a renewed one.
   * @returns `signed-out` if there is none
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
    const wait = this.#waitForTurn();
    if (wait > 0)
      return failCall('controller-busy', 'Its tokens were renewed too often.', { retryAfterMs: wait });

    const reply = await this.#deps.ask(before.refresh);
    if (this.#tokens !== before) return this.#current();
    const renewed = reply.ok ? decodeTokens(reply.value) : null;
    const ended = (outcome: RenewalOutcome) => this.#deps.onEnded?.(outcome);
    if (renewed) {
      this.replace({ access: renewed.access, refresh: renewed.refresh ?? before.refresh });
      ended('renewed');
    } else if (!reply.ok && isNoAnswer(reply.error)) {
      ended('failed');
      return reply;
    } else if ((!reply.ok && isRefusal(reply.error)) || ++this.#senseless >= MAX_INVALID_ANSWERS) {
      this.#lose();
      ended('refused');
    } else {
      ended('failed');
      return failCall('controller-malformed', 'Its answer to a renewal makes no sense.');
    }
    return this.#current();
  }

  #current(): CallResult<string> {
    return this.#tokens ? { ok: true, value: this.#tokens.access } : SIGNED_OUT;
  }

  /** Counts this renewal and returns 0, or returns the ms until it is allowed. */
  #waitForTurn(): number {
    const now = this.#deps.clock.monotonic();
    this.#asked = this.#asked.filter((at) => at > now - MINUTE_MS);
    const [oldest] = this.#asked;
    if (oldest !== undefined && this.#asked.length >= MAX_RENEWALS_PER_MINUTE)
      return oldest + MINUTE_MS - now;
    this.#asked.push(now);
    return 0;
  }
}

/** `POST /auth/get-new-access-token?token=…`, without Authorization [O]. */
export const renewalOf = (refresh: string): Request => ({
  method: 'POST',
  path: `/auth/get-new-access-token?token=${encodeURIComponent(refresh)}`
});

/** The user must sign in again. */
export const SIGNED_OUT = failCall('signed-out', 'The user must sign in again.');

const isNoAnswer = ({ code }: CallFailure) =>
  code === 'controller-unreachable' || code === 'controller-busy' || code === 'outcome-unknown';

/** Whether a failed reading shows that its tokens are valid: the controller answered, with another error. */
export const isAboutSomethingElse = ({ code, status = 0 }: CallFailure): boolean =>
  code !== 'controller-busy' && status >= 200 && status <= 499 && status !== 401;

/** Whether a controller refuses tokens, as opposed to no answer or a malformed one. */
export const isRefusal = (failure: CallFailure): boolean => {
  const { code, status = 0 } = failure;
  return (code === 'controller-refused' && status >= 400 && status <= 499) || isUnsuccessful(failure);
};
