import * as v from 'valibot';
import type { ClientResult } from '$lib/state/failure';
import { OWN_MS, type ProxyClient } from '$lib/state/proxy-client';
import type { ProxyRequest } from '$lib/state/proxy-request';
import type { Rights } from '#shared/rights';
import {
  pairingSchema,
  pairingStateSchema,
  routes,
  screensSchema,
  type Pairing,
  type PairingState,
  type ScreenEdit,
  type ScreenEntry
} from '#shared/wire';

type Proxy = Pick<ProxyClient, 'send'>;

const anything = v.unknown();

/** The proxy's routes about the screens of its user. Only a screen of all rights has them. */
export class ScreensClient {
  readonly #proxy: Proxy;

  constructor(proxy: Proxy) {
    this.#proxy = proxy;
  }

  list(signal: AbortSignal): Promise<ClientResult<{ screens: ScreenEntry[] }>> {
    return this.#send({ method: 'GET', path: routes.screens, schema: screensSchema, signal });
  }

  change(screen: string, edit: ScreenEdit): Promise<ClientResult<unknown>> {
    return this.#send({ method: 'PATCH', path: routes.screen(screen), body: edit, schema: anything });
  }

  end(screen: string): Promise<ClientResult<unknown>> {
    return this.#send({ method: 'DELETE', path: routes.screen(screen), schema: anything });
  }

  endOthers(): Promise<ClientResult<unknown>> {
    return this.#send({ method: 'DELETE', path: routes.screens, schema: anything });
  }

  /** Offers the next screen a way in, in the place of what this one offered before. */
  offer(rights: Rights): Promise<ClientResult<Pairing>> {
    return this.#send({ method: 'POST', path: routes.pairing, body: { rights }, schema: pairingSchema });
  }

  /** What became of that offer. */
  offerState(signal: AbortSignal): Promise<ClientResult<PairingState>> {
    return this.#send({ method: 'GET', path: routes.pairing, schema: pairingStateSchema, signal });
  }

  withdraw(): Promise<ClientResult<unknown>> {
    return this.#send({ method: 'DELETE', path: routes.pairing, schema: anything });
  }

  #send<T>(request: Omit<ProxyRequest<T>, 'timeoutMs'>): Promise<ClientResult<T>> {
    return this.#proxy.send({ ...request, timeoutMs: OWN_MS });
  }
}
