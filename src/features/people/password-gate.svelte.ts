import { isRecord } from '#shared/home';
import { readText } from '#shared/read';
import type { ClientFailure, ClientResult } from '$lib/state/proxy/failure';
import type { ProxyClient } from '$lib/state/proxy/proxy-client';

/** Asks for the password of the home's account if the proxy requires it, and then repeats the request. */
export class PasswordGate {
  readonly #proxy: Pick<ProxyClient, 'call'>;
  #isAsked = $state.raw(false);
  #home = $state.raw<string | undefined>(undefined);
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

  /** The id of the home whose password is asked for; undefined for the home that is shown. */
  get home(): string | undefined {
    return this.#home;
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
   * Sends a request. If it fails with `password-needed`, it asks for the password and repeats the request, once for each home whose
   * password the proxy requires. If the user cancels, that failure is the result.
   * @param home the id of the home that the request is about; by default it is the one that is shown
   */
  async pass<T>(send: () => Promise<ClientResult<T>>, home?: string): Promise<ClientResult<T>> {
    const typed: unknown[] = [];
    let result = await send();
    while (!result.ok && needsPassword(result.error)) {
      const missing = homeOf(result.error) ?? home;
      if (typed.includes(missing) || !(await this.#ask(missing))) return result;
      typed.push(missing);
      result = await send();
    }
    return result;
  }

  /** Checks a typed password. If it is wrong, the question stays open, with `failure`. */
  async type(password: string): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#failure = null;
    const result = await this.#proxy.call('POST /api/controllers/:id/password', {
      home: this.#home,
      body: { password }
    });
    this.#isBusy = false;
    if (result.ok) this.#finish(true);
    else this.#failure = result.error;
  }

  /** Cancels the question. */
  cancel(): void {
    this.#finish(false);
  }

  #ask(home: string | undefined): Promise<boolean> {
    this.cancel();
    this.#failure = null;
    this.#home = home;
    this.#isAsked = true;
    return new Promise((resolve) => {
      this.#finish = (isTyped) => {
        this.#isAsked = false;
        resolve(isTyped);
      };
    });
  }
}

/** The id of the home whose password a failure says is missing. */
const homeOf = ({ detail }: ClientFailure): string | undefined =>
  isRecord(detail) ? readText(detail['home']) : undefined;

/** Whether a request is refused until the user has typed a password. */
const needsPassword = ({ code }: ClientFailure): boolean => code === 'password-needed';

/** Whether a request failed because the user did not type the password. This is not shown as an error. */
export const isCancelled = needsPassword;
