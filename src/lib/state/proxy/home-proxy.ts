import type { Device } from '#shared/home';
import type { AnswerOf, RouteName } from '#shared/routes';
import type { ClientResult } from './failure';
import type { ProxyClient } from './proxy-client';
import type { Call } from './proxy-routes';

/** The proxy, for one home: each request names that home, whichever is shown when it is sent. */
export class HomeProxy {
  readonly #proxy: ProxyClient;
  readonly #home: string;

  constructor(proxy: ProxyClient, home: string) {
    this.#proxy = proxy;
    this.#home = home;
  }

  /** See `ProxyClient.call`. */
  call<Name extends RouteName>(name: Name, call?: Call<Name>): Promise<ClientResult<AnswerOf<Name>>> {
    return this.#proxy.call(name, { ...call, home: this.#home });
  }

  /** See `ProxyClient.read`. */
  read(path: string, signal?: AbortSignal): Promise<ClientResult<unknown>> {
    return this.#proxy.read(this.#home, path, signal);
  }

  /** See `ProxyClient.readDevice`. */
  readDevice(id: number): Promise<ClientResult<Device>> {
    return this.#proxy.readDevice(this.#home, id);
  }
}
