import * as v from 'valibot';
import { fail } from '#shared/errors';
import type { Device } from '#shared/home';
import { decodeDevice } from '#shared/home-schema';
import type { CommandCall } from '#shared/interfaces/interface';
import {
  routes,
  sessionSchema,
  statusSchema,
  type Session,
  type SignInRequest,
  type Status
} from '#shared/wire';
import type { Layout } from '#shared/layout';
import type { ClientFailure, ClientResult } from './failure';
import { ask, type Network, type ProxyRequest } from './proxy-request';
import { Watchers } from '../watchers';

/** Milliseconds for what the proxy answers by itself. */
export const OWN_MS = 8000;
/** Milliseconds for what waits for the controller: the proxy's own 10 s, and the way. */
export const CONTROLLER_MS = 15_000;
/** Milliseconds for a mere look whether the proxy is there. */
const PROBE_MS = 3000;

const anything = v.unknown();
const deviceSchema = v.pipe(
  anything,
  v.transform(decodeDevice),
  v.custom<Device>((device) => device !== null)
);

const isLoss = ({ code }: ClientFailure): boolean => code === 'not-signed-in' || code === 'screen-locked';

/** Our proxy's routes as functions. Each asks once; failures are values. */
export class ProxyClient {
  readonly #network: Network;
  readonly #losses = new Watchers<ClientFailure>();
  #sessions = 0;

  constructor(network: Network) {
    this.#network = network;
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
  watchLoss(watcher: (failure: ClientFailure) => void): () => void {
    return this.#losses.add(watcher);
  }

  status(signal?: AbortSignal): Promise<ClientResult<Status>> {
    return this.send({ method: 'GET', path: routes.status, schema: statusSchema, timeoutMs: OWN_MS, signal });
  }

  signIn(body: SignInRequest, headers?: ProxyRequest<Session>['headers']): Promise<ClientResult<Session>> {
    return ask(this.#network, {
      method: 'POST',
      path: routes.signIn,
      body,
      headers,
      schema: sessionSchema,
      timeoutMs: CONTROLLER_MS
    });
  }

  /** Revokes the cookie. That it stands for nobody any more is no loss to tell of. */
  signOut(): Promise<ClientResult<unknown>> {
    return ask(this.#network, {
      method: 'POST',
      path: routes.signOut,
      schema: anything,
      timeoutMs: OWN_MS
    });
  }

  /** Who this screen is; also the quickest way to learn whether the proxy is there. */
  me(signal?: AbortSignal): Promise<ClientResult<Session>> {
    return this.send({ method: 'GET', path: routes.me, schema: sessionSchema, timeoutMs: PROBE_MS, signal });
  }

  /** Puts a layout in the place of the user's old one. */
  putLayout(controller: string, layout: Layout): Promise<ClientResult<unknown>> {
    return this.send({
      method: 'PUT',
      path: routes.layout(controller),
      body: layout,
      schema: anything,
      timeoutMs: OWN_MS
    });
  }

  /** Anything the controller can be asked through the proxy's closed table, as `/devices/21/parameter-history?limit=100`. */
  read(controller: string, path: string, signal?: AbortSignal): Promise<ClientResult<unknown>> {
    return this.#forward({ method: 'GET', path: routes.forward(controller, path), schema: anything, signal });
  }

  /** One device as the controller has it now. */
  device(controller: string, id: number, signal?: AbortSignal): Promise<ClientResult<Device>> {
    return this.#forward({
      method: 'GET',
      path: routes.forward(controller, `/devices/${id}`),
      schema: deviceSchema,
      signal
    });
  }

  /**
   * Sends a command, once. Success means accepted. Without an answer of our proxy's own it is `outcome-unknown`: what has left this
   * screen may have had its effect.
   */
  async command(controller: string, device: number, call: CommandCall): Promise<ClientResult<unknown>> {
    const result = await this.#forward({
      method: 'POST',
      path: routes.forward(controller, `/devices/${device}/actions`),
      body: call,
      schema: anything
    });
    if (result.ok || (result.error.code !== 'offline' && result.error.code !== 'unknown')) return result;
    return fail('outcome-unknown', result.error.message, result.error.detail);
  }

  #forward<T>(request: Omit<ProxyRequest<T>, 'timeoutMs'>): Promise<ClientResult<T>> {
    return this.send({ ...request, timeoutMs: CONTROLLER_MS });
  }

  /** What pages ask that have requests of their own. */
  async send<T>(request: ProxyRequest<T>): Promise<ClientResult<T>> {
    const sessions = this.#sessions;
    const result = await ask(this.#network, request);
    if (!result.ok && isLoss(result.error) && sessions === this.#sessions) this.#losses.tell(result.error);
    return result;
  }
}
