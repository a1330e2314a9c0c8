import type { App } from '$lib/state/app.svelte';
import type { ClientFailure } from '$lib/state/connection/failure';

/** Moves this screen's controller to another address, at the user's request. */
export class Move {
  readonly #app: Pick<App, 'proxy' | 'session'>;
  #isBusy = $state.raw(false);
  #isPasswordNeeded = $state.raw(false);
  #failure = $state.raw<ClientFailure | null>(null);
  #movedTo = $state.raw<string | null>(null);

  constructor(app: Pick<App, 'proxy' | 'session'>) {
    this.#app = app;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Whether the controller at that address refuses the tokens, so that the user has to type its password. */
  get isPasswordNeeded(): boolean {
    return this.#isPasswordNeeded;
  }

  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** The address at which the controller was found; null before that. */
  get movedTo(): string | null {
    return this.#movedTo;
  }

  /** Sends the new address, with the password if it is needed. */
  async to(address: string, password: string): Promise<void> {
    const { proxy, session } = this.#app;
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#failure = null;
    this.#movedTo = null;
    const result = await proxy.call('POST /api/controllers/:id/move', {
      body: { address, ...(this.#isPasswordNeeded && { password }) }
    });
    this.#isBusy = false;
    if (result.ok) {
      this.#isPasswordNeeded = false;
      this.#movedTo = result.value.address;
      // The session contains the controller's address.
      await session.probe();
    } else {
      this.#failure = result.error;
      if (result.error.code === 'password-needed') this.#isPasswordNeeded = true;
    }
  }
}
