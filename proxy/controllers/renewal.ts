import type { Clock } from '#shared/clock';
import { isUnsuccessful } from './answer';
import { failCall, type CallFailure, type CallResult } from './failure';
import type { Request } from './request';
import { decodeTokens, type Tokens } from './tokens';

/** At most this many renewals are asked for in a minute. */
const MAX_RENEWALS_PER_MINUTE = 3;
const MINUTE_MS = 60_000;

/** So many answers in a row that make no sense, and the sign-in counts as over. */
const MAX_INVALID_ANSWERS = 2;

/** What a renewal stands on. */
interface RenewalParts {
  readonly clock: Clock;
  /** The tokens so far; null for none. */
  readonly tokens: Tokens | null;
  /** Asks the controller for new tokens. */
  readonly ask: (refresh: string) => Promise<CallResult<unknown>>;
  /** Hears of new tokens, and of their end. */
  readonly onChange: (tokens: Tokens | null) => void;
  /** Hears that the controller has refused both tokens, once they are gone. */
  readonly onRefused: () => void;
}

/**
 * The tokens of one user of one controller, and their renewal: once for all who need it at the same time. Only the
 * controller's own word ends a sign-in; a broken network does not.
 */
export class Renewal {
  readonly #parts: RenewalParts;
  #tokens: Tokens | null;
  #running: Promise<CallResult<string>> | undefined;
  #senseless = 0;
  #asked: number[] = [];

  constructor(parts: RenewalParts) {
    this.#parts = parts;
    this.#tokens = parts.tokens;
  }

  /** The access token to go by; null where the user must sign in. */
  get access(): string | null {
    return this.#tokens?.access ?? null;
  }

  /** Puts new tokens in the old ones' place; null ends the sign-in. */
  replace(tokens: Tokens | null) {
    this.#tokens = tokens;
    this.#senseless = 0;
    this.#parts.onChange(tokens);
  }

  /**
   * A token to try instead of one that was refused. Where there is a newer one already, that.
   * @returns `signed-out` where there is none to be had
   */
  async renew(refused: string): Promise<CallResult<string>> {
    if (this.#tokens && this.#tokens.access !== refused) return { ok: true, value: this.#tokens.access };
    this.#running ??= this.#renew().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** A token was refused although it was just renewed: there is no way on. */
  giveUp(refused: string) {
    if (this.#tokens?.access === refused) this.#lose();
    return SIGNED_OUT;
  }

  #lose() {
    this.replace(null);
    this.#parts.onRefused();
  }

  async #renew(): Promise<CallResult<string>> {
    const before = this.#tokens;
    if (!before) return SIGNED_OUT;
    if (before.refresh === null) return this.giveUp(before.access);
    const wait = this.#waitForTurn();
    if (wait > 0)
      return failCall('controller-busy', 'Its tokens were renewed too often.', { retryAfterMs: wait });

    const reply = await this.#parts.ask(before.refresh);
    if (this.#tokens !== before) return this.#current();
    const renewed = reply.ok ? decodeTokens(reply.value) : null;
    if (renewed) this.replace({ access: renewed.access, refresh: renewed.refresh ?? before.refresh });
    else if (!reply.ok && isNoAnswer(reply.error)) return reply;
    else if ((!reply.ok && isRefusal(reply.error)) || ++this.#senseless >= MAX_INVALID_ANSWERS) this.#lose();
    else return failCall('controller-malformed', 'Its answer to a renewal makes no sense.');
    return this.#current();
  }

  #current(): CallResult<string> {
    return this.#tokens ? { ok: true, value: this.#tokens.access } : SIGNED_OUT;
  }

  /** Counts this renewal; or says in how many ms it may be asked for. */
  #waitForTurn(): number {
    const now = this.#parts.clock.monotonic();
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

/** Whether a failed reading says that its tokens are good: the controller answered, and minded something else. */
export const isAboutSomethingElse = ({ code, status = 0 }: CallFailure): boolean =>
  code !== 'controller-busy' && status >= 200 && status <= 499 && status !== 401;

/** Whether a controller says no to tokens, as opposed to not answering or making no sense. */
export const isRefusal = (failure: CallFailure): boolean => {
  const { code, status = 0 } = failure;
  return (code === 'controller-refused' && status >= 400 && status <= 499) || isUnsuccessful(failure);
};
