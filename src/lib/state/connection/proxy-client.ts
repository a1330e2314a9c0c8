import type { Device } from '#shared/home';
import type { Layout } from '#shared/layout';
import type { Session, Status } from '#shared/wire';
import { LazyModule } from '$lib/lazy-module';
import type { ClientFailure, ClientResult } from './failure';
import type { Network, ProxyRequest } from './proxy-request';
import type { proxyRoutes } from './proxy-routes';
import { Emitter } from '#shared/emitter';

type Routes = typeof proxyRoutes;

/** The code of the proxy's routes. It is loaded before the first request, or once the page has painted. */
export const proxyCode = new LazyModule(() => import('./proxy-routes').then((module) => module.proxyRoutes));

/** Milliseconds until the code must be loaded. A stalled network must not hold a command for minutes. */
const CODE_TIMEOUT_MS = 8000;

const isLoss = ({ code }: ClientFailure): boolean => code === 'not-signed-in' || code === 'screen-locked';

/** The proxy's routes as methods. Each sends one request, without a retry. Failures are values. */
export class ProxyClient {
  readonly #network: Network;
  readonly #code: LazyModule<Routes>;
  readonly #losses = new Emitter<ClientFailure>();
  #sessions = 0;

  constructor(network: Network, code: LazyModule<Routes> = proxyCode) {
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

  /**
   * Calls the listener if a response shows that this screen is signed out (`not-signed-in`) or locked
   * (`screen-locked`); returns a function that removes it.
   */
  onLoss(listener: (failure: ClientFailure) => void): () => void {
    return this.#losses.subscribe(listener);
  }

  status(signal?: AbortSignal): Promise<ClientResult<Status>> {
    return this.#by((routes) => this.#send(routes, routes.status(signal)));
  }

  signIn(...request: Parameters<Routes['signIn']>): Promise<ClientResult<Session>> {
    return this.#by((routes) => routes.ask(this.#network, routes.signIn(...request)));
  }

  /** Revokes the cookie. A session that is already gone is not reported as a loss. */
  signOut(): Promise<ClientResult<unknown>> {
    return this.#by((routes) => routes.ask(this.#network, routes.signOut()));
  }

  /** Reads this screen's session. It is also the fastest way to check whether the proxy answers. */
  me(signal?: AbortSignal): Promise<ClientResult<Session>> {
    return this.#by((routes) => this.#send(routes, routes.me(signal)));
  }

  /** Replaces the user's layout. */
  putLayout(controller: string, layout: Layout): Promise<ClientResult<unknown>> {
    return this.#by((routes) => this.#send(routes, routes.putLayout(controller, layout)));
  }

  /** Reads any resource that the proxy forwards, such as `/devices/21/parameter-history?limit=100`. */
  read(controller: string, path: string, signal?: AbortSignal): Promise<ClientResult<unknown>> {
    return this.#by((routes) => this.#send(routes, routes.read(controller, path, signal)));
  }

  /** Reads one device from the controller. */
  device(controller: string, id: number, signal?: AbortSignal): Promise<ClientResult<Device>> {
    return this.#by((routes) => this.#send(routes, routes.device(controller, id, signal)));
  }

  /** Sends a request that a page defines itself. */
  send<T>(request: ProxyRequest<T>): Promise<ClientResult<T>> {
    return this.#by((routes) => this.#send(routes, request));
  }

  async #send<T>(routes: Routes, request: ProxyRequest<T>): Promise<ClientResult<T>> {
    const sessions = this.#sessions;
    const result = await routes.ask(this.#network, request);
    if (!result.ok && isLoss(result.error) && sessions === this.#sessions) this.#losses.emit(result.error);
    return result;
  }

  /**
   * Sends a request once its code is loaded. The failure is `offline` if that cannot be loaded within 8 s: nothing was
   * sent, and nothing is sent later.
   */
  async #by<T>(ask: (routes: Routes) => Promise<ClientResult<T>>): Promise<ClientResult<T>> {
    let routes = this.#code.current;
    try {
      routes ??= await this.#code.loadWithin(this.#network.clock, CODE_TIMEOUT_MS);
    } catch (cause) {
      return {
        ok: false,
        error: {
          code: 'offline',
          message: 'the code of the request could not be loaded',
          detail: String(cause)
        }
      };
    }
    return ask(routes);
  }
}
