import type { Pool } from 'undici';
import { Emitter } from '#shared/emitter';
import { HOME_LISTS } from '#shared/home-schema';
import { interpretAnswer, Interpreter, jsonOf, type Answer, type Success } from './answer';
import type { NetworkCard } from './card';
import { ClockOffset } from './clock-offset';
import { openPool, type ControllerNetwork } from './connection';
import { exchange, type Request } from './exchange';
import { failCall, type CallFailure, type CallResult } from './failure';
import { pathOfList } from './home-lists';
import { Renewal, renewalOf, SIGNED_OUT, type RenewalDeps, type Tokens } from './renewal';

/** Calls that every account may make. One of them is tried if another call gets a 401 with new tokens. */
const OTHER_CALLS = [pathOfList(HOME_LISTS.sections), pathOfList(HOME_LISTS.rooms)];
const OTHER_CALL_TIMEOUT_MS = 5_000;

const UNKNOWN = failCall('controller-unreachable', 'No controller of this id is known.');

/**
 * Client of `/api/v2` for the account of one controller, at its verified address. The watcher and forwarded calls share it. It renews tokens
 * once for all, and emits every failed call. It has to be closed when the controller moves.
 */
export class ControllerClient {
  /** How far the controller's clock is ahead. */
  readonly clockOffset: ClockOffset;
  readonly #id: string;
  readonly #network: ControllerNetwork;
  #pool: Pool | undefined;
  /** The card of the newest connection. */
  #card: NetworkCard | undefined;
  readonly #renewal: Renewal;
  readonly #failed = new Emitter<CallFailure>();
  /** Calls back with each failed call, except cancelled ones. */
  readonly onFailure = this.#failed.subscribe;
  readonly #signedIn = new Emitter<void>();
  /** Calls back after each new sign-in. */
  readonly onSignedIn = this.#signedIn.subscribe;
  readonly #interpreter = new Interpreter();
  #lastHeard = -Infinity;
  #bytesRead = 0;

  /** @param id of the controller */
  constructor(id: string, network: ControllerNetwork, deps: Omit<RenewalDeps, 'clock' | 'ask'>) {
    const { clock } = network;
    this.#id = id;
    this.#network = network;
    this.clockOffset = new ClockOffset(clock);
    this.#renewal = new Renewal({ ...deps, clock, ask: (refresh) => this.#askForTokens(refresh) });
  }

  /** The tokens of the account; null if it is not signed in. */
  get tokens(): Tokens | null {
    return this.#renewal.tokens;
  }

  /** When the controller last answered anything, on the monotonic clock (ms). */
  get lastHeard() {
    return this.#lastHeard;
  }

  /** Total length of the answers that were read whole, in bytes. Each of them was or may be parsed. */
  get bytesRead() {
    return this.#bytesRead;
  }

  /**
   * Sends a call and interprets its answer. A 401 means that it was not executed: the tokens are renewed and it is sent again, once.
   * Nothing else is sent twice.
   * @returns the answer of a success, or one of `CallErrorCode`
   */
  async send(call: Request): Promise<CallResult<Success>> {
    const access = this.tokens?.access;
    const first = access === undefined ? SIGNED_OUT : await this.#try(access, call);
    const result =
      access !== undefined && isRefusedToken(first) ? await this.#tryRenewed(access, call) : first;
    const isUnwanted = call.signal?.aborted === true || call.beforeSend?.() === false;
    if (!result.ok && !isUnwanted) this.#failed.emit(result.error);
    return result;
  }

  /** Reads a resource as JSON; an empty success (204) is null. */
  async read(
    path: string,
    options: Pick<Request, 'timeoutMs' | 'maxBytes' | 'signal' | 'onSent'> = {}
  ): Promise<CallResult<unknown>> {
    return jsonOf(await this.send({ method: 'GET', path, ...options }));
  }

  /** Uses these tokens from now on: somebody signed in again. */
  setTokens(tokens: Tokens) {
    this.#renewal.replace(tokens);
    this.#signedIn.emit();
  }

  /** Ends the sign-in. Every call is `signed-out` until the next one. */
  end() {
    this.#renewal.replace(null);
    void this.close();
  }

  /** Closes all connections. Calls in flight fail. */
  async close() {
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.destroy();
  }

  /**
   * Sends one request. The card of each new connection is compared with the learned ones before a byte is sent on it.
   * @param access the access token; undefined for a renewal
   */
  async #exchange(request: Request, access?: string): Promise<CallResult<Answer>> {
    const { known, clock } = this.#network;
    const controller = known.get(this.#id);
    if (!controller) return UNKNOWN;
    const { address } = controller;
    this.#pool ??= openPool(controller, known.sourceAt(address), () => this.#admit(address));
    const pool = this.#pool;
    const answer = await exchange(pool, request, {
      clock,
      authorization: access === undefined ? undefined : `Bearer ${access}`,
      onDate: (date) => this.clockOffset.addDate(date)
    });
    // Its open connections lead to a machine that has gone: a command on one of them would have an unknown outcome.
    if (!answer.ok && answer.error.isAnother && pool === this.#pool) await this.close();
    const isGood = answer.ok && access !== undefined && answer.value.status < 300;
    if (isGood && this.#card !== undefined) known.learn(this.#id, address, this.#card);
    return answer;
  }

  #admit(address: string): boolean {
    const { known, cards } = this.#network;
    const learned = known.cardsOf(this.#id);
    this.#card = cards.cardOf(address, learned);
    return learned === null || learned.includes(this.#card);
  }

  async #try(access: string, call: Request): Promise<CallResult<Success>> {
    const answer = await this.#exchange(call, access);
    if (!answer.ok) return answer;
    this.#lastHeard = this.#network.clock.monotonic();
    this.#bytesRead += answer.value.body?.length ?? 0;
    return this.#interpreter.interpret(answer.value, call, this.#network.clock.now());
  }

  async #tryRenewed(refused: string, call: Request): Promise<CallResult<Success>> {
    const renewed = await this.#renewal.renew(refused);
    if (!renewed.ok) return renewed;
    const second = await this.#try(renewed.value, call);
    if (!isRefusedToken(second)) return second;
    // Perhaps the account may not make only this call. One screen's request must not sign out all the others.
    const path = OTHER_CALLS.find((each) => each !== call.path) ?? call.path;
    const other = await this.#try(renewed.value, { method: 'GET', path, timeoutMs: OTHER_CALL_TIMEOUT_MS });
    return isRefusedToken(other) ? this.#renewal.giveUp(renewed.value) : second;
  }

  async #askForTokens(refresh: string): Promise<CallResult<unknown>> {
    const request = renewalOf(refresh);
    const answer = await this.#exchange(request);
    return jsonOf(answer.ok ? interpretAnswer(answer.value, request, this.#network.clock.now()) : answer);
  }
}

const isRefusedToken = (result: CallResult<Success>) =>
  !result.ok && result.error.code === 'controller-refused' && result.error.status === 401;
