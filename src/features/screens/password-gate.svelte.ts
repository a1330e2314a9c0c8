import * as v from 'valibot';
import type { ClientFailure, ClientResult } from '$lib/state/connection/failure';
import type { ProxyClient } from '$lib/state/connection/proxy-client';
import { CONTROLLER_TIMEOUT_MS } from '$lib/state/connection/proxy-request';
import { routes } from '#shared/wire';

/** Asks for the user's password where the proxy wants it typed once more, and then sends again what it was wanted for. */
export class PasswordGate {
  readonly #proxy: Pick<ProxyClient, 'send'>;
  #isAsked = $state.raw(false);
  #isBusy = $state.raw(false);
  #failure = $state.raw<ClientFailure | null>(null);
  #finish: (isTyped: boolean) => void = () => undefined;

  constructor(proxy: Pick<ProxyClient, 'send'>) {
    this.#proxy = proxy;
  }

  /** Whether somebody is asked for the password now. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** Whether the controller judges what was typed. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Why what was typed last does not do. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /**
   * Sends a request. Where it is refused with `password-needed`, the password is asked for, and the request sent once more. Where
   * nobody types it, that refusal is the answer.
   */
  async pass<T>(send: () => Promise<ClientResult<T>>): Promise<ClientResult<T>> {
    const result = await send();
    if (result.ok || !isCancelled(result.error)) return result;
    return (await this.#ask()) ? send() : result;
  }

  /** Somebody has typed a password. A wrong one leaves the question open, with `failure`. */
  async type(password: string): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#failure = null;
    const result = await this.#proxy.send({
      method: 'POST',
      path: routes.password,
      body: { password },
      schema: v.unknown(),
      timeoutMs: CONTROLLER_TIMEOUT_MS
    });
    this.#isBusy = false;
    if (result.ok) this.#finish(true);
    else this.#failure = result.error;
  }

  /** Nobody wants to type it. */
  cancel(): void {
    this.#finish(false);
  }

  #ask(): Promise<boolean> {
    this.cancel();
    this.#failure = null;
    this.#isAsked = true;
    return new Promise((resolve) => {
      this.#finish = (isTyped) => {
        this.#isAsked = false;
        resolve(isTyped);
      };
    });
  }
}

/** Whether a request failed because nobody typed the password for it: they know that, and it is no failure to tell of. */
export const isCancelled = ({ code }: ClientFailure): boolean => code === 'password-needed';
