import type { Rights } from '#shared/rights';
import type { ScreenEdit } from '#shared/wire';
import type { ProxyClient } from '$lib/state/proxy/proxy-client';
import type { PasswordGate } from './password-gate.svelte';

/** The proxy's routes about screens. Only a screen with unlimited rights may use them. Some ask for the password first. */
export class ScreensClient {
  readonly #proxy: Pick<ProxyClient, 'call'>;
  readonly #gate: Pick<PasswordGate, 'pass'>;

  constructor(proxy: Pick<ProxyClient, 'call'>, gate: Pick<PasswordGate, 'pass'>) {
    this.#proxy = proxy;
    this.#gate = gate;
  }

  list(signal?: AbortSignal) {
    return this.#proxy.call('GET /api/controllers/:id/screens', { signal });
  }

  change(screen: string, body: ScreenEdit) {
    return this.#gate.pass(() =>
      this.#proxy.call('PATCH /api/controllers/:id/screens/:screen', { at: screen, body })
    );
  }

  /** Ends a screen's sign-in; with `withLetIn` also those of all screens that it paired. */
  end(screen: string, withLetIn: boolean) {
    return this.#proxy.call('DELETE /api/controllers/:id/screens/:screen', {
      at: screen,
      query: withLetIn ? '?letIn=true' : ''
    });
  }

  /** Removes the PIN of another screen's browser, which is signed out of its other homes. Only a managing screen may do that. */
  resetPin(screen: string) {
    return this.#gate.pass(() =>
      this.#proxy.call('DELETE /api/controllers/:id/screens/:screen/pin', { at: screen })
    );
  }

  /** Lets locked screens back in. Fails with `signed-out` if nobody has signed in again with the home's account yet. */
  letBackIn(screens: readonly string[]) {
    return this.#proxy.call('POST /api/controllers/:id/screens/let-back-in', { body: { screens } });
  }

  endOthers() {
    return this.#gate.pass(() => this.#proxy.call('DELETE /api/controllers/:id/screens'));
  }

  /** Creates a pairing for the next screen. It replaces this screen's earlier pairing. */
  offer(rights: Rights) {
    return this.#gate.pass(() => this.#proxy.call('POST /api/controllers/:id/pairing', { body: { rights } }));
  }

  /** Makes new codes for this screen's pairing. Those before them work for a minute more. */
  renewOffer() {
    return this.#proxy.call('PUT /api/controllers/:id/pairing');
  }

  /** Reads the state of the pairing. */
  offerState(signal: AbortSignal) {
    return this.#proxy.call('GET /api/controllers/:id/pairing', { signal });
  }

  withdraw() {
    return this.#proxy.call('DELETE /api/controllers/:id/pairing');
  }
}
