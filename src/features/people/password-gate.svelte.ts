import type { ClientFailure, ClientResult } from '$lib/state/proxy/failure';
import type { ProxyClient } from '$lib/state/proxy/proxy-client';

/** Asks for the user's password if the proxy requires it, and then repeats the request. */
export class PasswordGate {
  readonly #proxy: Pick<ProxyClient, 'call'>;
  #isAsked = $state.raw(false);
  #isBusy = $state.raw(false);
  #failure = $state.raw<ClientFailure | null>(null);
  #finish: (isTyped: boolean) => void = () => undefined;

  constructor(proxy: Pick<ProxyClient, 'call'>) {
    this.#proxy = proxy;
  }

  /** Whether the password is asked for now. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** Whether the controller checks the password now. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Why the last password was not accepted. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /**
   * Sends a request. If it fails with `password-needed`, it asks for the password and repeats the request. If the user
   * cancels, that failure is the result.
   */
  async pass<T>(send: () => Promise<ClientResult<T>>): Promise<ClientResult<T>> {
    const result = await send();
    if (result.ok || !isCancelled(result.error)) return result;
    return (await this.#ask()) ? send() : result;
  }

  /** Checks a typed password. If it is wrong, the question stays open, with `failure`. */
  async type(password: string): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#failure = null;
    const result = await this.#proxy.call('POST /api/controllers/:id/password', { body: { password } });
    this.#isBusy = false;
    if (result.ok) this.#finish(true);
    else this.#failure = result.error;
  }

  /** Cancels the question. */
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

/** Whether a request failed because the user did not type the password. This is not shown as an error. */
export const isCancelled = ({ code }: ClientFailure): boolean => code === 'password-needed';
