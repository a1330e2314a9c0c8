import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import type { Layout } from '#shared/layout';
import type { Session, Status } from '#shared/wire';
import { LazyModule } from '$lib/lazy-module';
import type { ClientFailure, ClientResult } from './failure';
import type { Network, ProxyRequest } from './proxy-request';
import type { proxyRoutes } from './proxy-routes';
import { Emitter } from '#shared/emitter';

type Routes = typeof proxyRoutes;

/** How the proxy is asked: fetched before the first request, or as soon as the page has painted. */
export const proxyCode = new LazyModule(() => import('./proxy-routes').then((module) => module.proxyRoutes));

const isLoss = ({ code }: ClientFailure): boolean => code === 'not-signed-in' || code === 'screen-locked';

/** Our proxy's routes as functions. Each asks once; failures are values. */
export class ProxyClient {
  readonly #network: Network;
  readonly #code: LazyModule<Routes>;
  readonly #losses = new Emitter<ClientFailure>();
  #sessions = 0;

  constructor(network: Network, code: LazyModule<Routes> = proxyCode) {
    this.#network = network;
    this.#code = code;
  }

  /** How many sessions have begun here: what was asked in an earlier one says nothing of the present one. */
  get sessions(): number {
    return this.#sessions;
  }

  /** This screen has signed in anew. */
  beginSession(): void {
    this.#sessions += 1;
  }

  /** Tells when an answer says that this screen is signed in no more (`not-signed-in`), or locked (`screen-locked`). */
  onLoss(listener: (failure: ClientFailure) => void): () => void {
    return this.#losses.subscribe(listener);
  }

  status(signal?: AbortSignal): Promise<ClientResult<Status>> {
    return this.#by((routes) => this.#send(routes, routes.status(signal)));
  }

  signIn(...request: Parameters<Routes['signIn']>): Promise<ClientResult<Session>> {
    return this.#by((routes) => routes.ask(this.#network, routes.signIn(...request)));
  }

  /** Revokes the cookie. That it stands for nobody any more is no loss to tell of. */
  signOut(): Promise<ClientResult<unknown>> {
    return this.#by((routes) => routes.ask(this.#network, routes.signOut()));
  }

  /** Who this screen is; also the quickest way to learn whether the proxy is there. */
  me(signal?: AbortSignal): Promise<ClientResult<Session>> {
    return this.#by((routes) => this.#send(routes, routes.me(signal)));
  }

  /** Puts a layout in the place of the user's old one. */
  putLayout(controller: string, layout: Layout): Promise<ClientResult<unknown>> {
    return this.#by((routes) => this.#send(routes, routes.putLayout(controller, layout)));
  }

  /** Anything the controller can be asked through the proxy's closed table, as `/devices/21/parameter-history?limit=100`. */
  read(controller: string, path: string, signal?: AbortSignal): Promise<ClientResult<unknown>> {
    return this.#by((routes) => this.#send(routes, routes.read(controller, path, signal)));
  }

  /** One device as the controller has it now. */
  device(controller: string, id: number, signal?: AbortSignal): Promise<ClientResult<Device>> {
    return this.#by((routes) => this.#send(routes, routes.device(controller, id, signal)));
  }

  /**
   * Sends a command, once. Success means accepted. Without an answer of our proxy's own it is `outcome-unknown`: what has left this
   * screen may have had its effect.
   */
  command(controller: string, device: number, call: CommandCall): Promise<ClientResult<unknown>> {
    return this.#by(async (routes) =>
      routes.outcomeOf(await this.#send(routes, routes.command(controller, device, call)))
    );
  }

  /** What pages ask that have requests of their own. */
  send<T>(request: ProxyRequest<T>): Promise<ClientResult<T>> {
    return this.#by((routes) => this.#send(routes, request));
  }

  async #send<T>(routes: Routes, request: ProxyRequest<T>): Promise<ClientResult<T>> {
    const sessions = this.#sessions;
    const result = await routes.ask(this.#network, request);
    if (!result.ok && isLoss(result.error) && sessions === this.#sessions) this.#losses.emit(result.error);
    return result;
  }

  /** Asks once the code for it is there. `offline` where that cannot be fetched: nothing was sent. */
  #by<T>(ask: (routes: Routes) => Promise<ClientResult<T>>): Promise<ClientResult<T>> {
    if (this.#code.current) return ask(this.#code.current);
    return this.#code.load().then(ask, (cause: unknown) => ({
      ok: false,
      error: { code: 'offline', message: 'the app could not be fetched', detail: String(cause) }
    }));
  }
}
