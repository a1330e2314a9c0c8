import { Emitter } from '#shared/emitter';
import { fail, succeed } from '#shared/errors';
import type { Device } from '#shared/home';
import type { AnswerOf, RouteName } from '#shared/routes';
import { lazy, type Lazy } from '$lib/lazy.svelte';
import type { ClientFailure, ClientResult } from './failure';
import type { Network, ProxyRequest } from './proxy-request';
import type * as proxyModule from './proxy-routes';
import type { Call } from './proxy-routes';

/** The proxy's requests, and the function that sends them. */
export type ProxyModule = typeof proxyModule;

/** The code of the proxy's requests. It is loaded before the first request, or once the page has painted. */
export const proxyCode = lazy<ProxyModule>(() => import('./proxy-routes'));

/** The schemas of homes. A screen without a session loads none of them. */
const homeSchemaCode = lazy(() => import('#shared/home-schema'));

/** Milliseconds until the code must be loaded. A stalled network must not hold a request for minutes. */
const CODE_TIMEOUT_MS = 8000;

const isLoss = ({ code }: ClientFailure): boolean => code === 'not-signed-in' || code === 'screen-locked';

/** Sends requests to the proxy, each once. Failures are values. */
export class ProxyClient {
  readonly #network: Network;
  readonly #code: Lazy<ProxyModule>;
  readonly #losses = new Emitter<ClientFailure>();
  /**
   * Calls the listener if a response shows that this screen is signed out at the home that is shown (`not-signed-in`) or locked
   * (`screen-locked`); returns a function that removes it.
   */
  readonly onLoss = this.#losses.subscribe;
  #sessions = 0;
  /** The id of the home that is meant by calls that name none; null for none. */
  home: string | null = null;

  constructor(network: Network, code: Lazy<ProxyModule> = proxyCode) {
    this.#network = network;
    this.#code = code;
  }

  /**
   * The number of sessions since the page was opened. The response to a request of an earlier session says nothing
   * about the current one.
   */
  get sessions(): number {
    return this.#sessions;
  }

  /** Counts a new session, after a sign-in. */
  beginSession(): void {
    this.#sessions += 1;
  }

  /** Calls a route of `#shared/routes`: `call('GET /api/me')`. */
  call<Name extends RouteName>(name: Name, call?: Call<Name>): Promise<ClientResult<AnswerOf<Name>>> {
    const home = call?.home ?? this.home ?? undefined;
    return this.#send(home, ({ requestTo }) => requestTo(name, { ...call, home }));
  }

  /** Reads any resource that the proxy forwards, such as `/devices/21/parameter-history?limit=100`. */
  read(home: string, path: string, signal?: AbortSignal): Promise<ClientResult<unknown>> {
    return this.#send(home, ({ forwarded }) => forwarded(home, path, signal));
  }

  /** Reads one device from the controller. */
  async readDevice(home: string, id: number): Promise<ClientResult<Device>> {
    const result = await this.read(home, `/devices/${id}`);
    if (!result.ok) return result;
    const code = homeSchemaCode.value ?? (await homeSchemaCode.load().catch(() => null));
    const device = code?.decodeDevice(result.value);
    return device ? succeed(device) : fail('unknown', 'the response is no device', 200);
  }

  /**
   * Sends a request once its code is loaded. The failure is `offline` if the code cannot be loaded within 8 s: nothing was
   * sent, and nothing is sent later.
   */
  async #send<T>(
    home: string | undefined,
    requestOf: (code: ProxyModule) => ProxyRequest<T>
  ): Promise<ClientResult<T>> {
    let code = this.#code.value;
    try {
      code ??= await this.#code.loadWithin(this.#network.clock, CODE_TIMEOUT_MS);
    } catch (cause) {
      return fail('offline', 'the code of the request could not be loaded', String(cause));
    }
    const request = requestOf(code);
    const sessions = this.#sessions;
    const result = await code.ask(this.#network, request);
    const isLost = !result.ok && isLoss(result.error) && request.endsNoSession !== true;
    const isShown = sessions === this.#sessions && (home ?? null) === this.home;
    if (isLost && isShown) this.#losses.emit(result.error);
    return result;
  }
}
