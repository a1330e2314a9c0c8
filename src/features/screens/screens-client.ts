import * as v from 'valibot';
import type { ClientResult } from '$lib/state/connection/failure';
import type { ProxyClient } from '$lib/state/connection/proxy-client';
import { PROXY_TIMEOUT_MS, type ProxyRequest } from '$lib/state/connection/proxy-request';
import type { Rights } from '#shared/rights';
import {
  pairingSchema,
  pairingStateSchema,
  screensSchema,
  type Pairing,
  type PairingState,
  type ScreenEntry
} from '#shared/household';
import { routes, type ScreenEdit } from '#shared/wire';
import type { PasswordGate } from './password-gate.svelte';

type Proxy = Pick<ProxyClient, 'send'>;
/** The gate for requests that may need the password: see `PasswordGate`. */
type Gate = Pick<PasswordGate, 'pass'>;

const anything = v.unknown();

/** The proxy's routes about screens. Only a screen with unlimited rights may use them. */
export class ScreensClient {
  readonly #proxy: Proxy;

  readonly #gate: Gate;

  constructor(proxy: Proxy, gate: Gate) {
    this.#proxy = proxy;
    this.#gate = gate;
  }

  list(signal?: AbortSignal): Promise<ClientResult<{ screens: ScreenEntry[] }>> {
    return this.#send({ method: 'GET', path: routes.screens, schema: screensSchema, signal });
  }

  change(screen: string, edit: ScreenEdit): Promise<ClientResult<unknown>> {
    return this.#pass({ method: 'PATCH', path: routes.screen(screen), body: edit, schema: anything });
  }

  /** Ends a screen's sign-in; with `withLetIn` also those of all screens that it paired. */
  end(screen: string, withLetIn: boolean): Promise<ClientResult<unknown>> {
    const path = withLetIn ? routes.screenAndLetIn(screen) : routes.screen(screen);
    return this.#send({ method: 'DELETE', path, schema: anything });
  }

  /** Removes the PIN of another screen. Only a managing screen may do that. */
  resetPin(screen: string): Promise<ClientResult<unknown>> {
    return this.#send({ method: 'DELETE', path: routes.screenPin(screen), schema: anything });
  }

  /** Lets locked screens back in. Fails with `signed-out` if the user of one has not signed in again yet. */
  letBackIn(screens: readonly string[]): Promise<ClientResult<unknown>> {
    return this.#send({ method: 'POST', path: routes.letBackIn, body: { screens }, schema: anything });
  }

  endOthers(): Promise<ClientResult<unknown>> {
    return this.#pass({ method: 'DELETE', path: routes.screens, schema: anything });
  }

  /** Creates a pairing for the next screen. It replaces this screen's earlier pairing. */
  offer(rights: Rights): Promise<ClientResult<Pairing>> {
    return this.#pass({ method: 'POST', path: routes.pairing, body: { rights }, schema: pairingSchema });
  }

  /** Makes new codes for this screen's pairing. Those before them work for a minute more. */
  renewOffer(): Promise<ClientResult<Pairing>> {
    return this.#send({ method: 'PUT', path: routes.pairing, schema: pairingSchema });
  }

  /** Reads the state of the pairing. */
  offerState(signal: AbortSignal): Promise<ClientResult<PairingState>> {
    return this.#send({ method: 'GET', path: routes.pairing, schema: pairingStateSchema, signal });
  }

  withdraw(): Promise<ClientResult<unknown>> {
    return this.#send({ method: 'DELETE', path: routes.pairing, schema: anything });
  }

  #pass<T>(request: Omit<ProxyRequest<T>, 'timeoutMs'>): Promise<ClientResult<T>> {
    return this.#gate.pass(() => this.#send(request));
  }

  #send<T>(request: Omit<ProxyRequest<T>, 'timeoutMs'>): Promise<ClientResult<T>> {
    return this.#proxy.send({ ...request, timeoutMs: PROXY_TIMEOUT_MS });
  }
}
