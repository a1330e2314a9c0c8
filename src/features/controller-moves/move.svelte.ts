import type { App } from '$lib/state/app.svelte';
import type { ClientFailure } from '$lib/state/connection/failure';
import { sendMove } from './moves-client';

/** A person's word that this screen's controller is at another address, and what became of it. */
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

  /** Whether the controller there refuses this sign-in, so that its password has to be typed. */
  get isPasswordNeeded(): boolean {
    return this.#isPasswordNeeded;
  }

  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Where the controller was found; null before that. */
  get movedTo(): string | null {
    return this.#movedTo;
  }

  /** Says that the controller is at an address; with the password once that is needed. */
  async to(address: string, password: string): Promise<void> {
    const { proxy, session } = this.#app;
    const id = session.current?.controller.id;
    if (this.#isBusy || id === undefined) return;
    this.#isBusy = true;
    this.#failure = null;
    this.#movedTo = null;
    const result = await sendMove(proxy, id, {
      address,
      ...(this.#isPasswordNeeded && { password })
    });
    this.#isBusy = false;
    if (result.ok) {
      this.#isPasswordNeeded = false;
      this.#movedTo = result.value.address;
      // The session says where its controller is.
      await session.probe();
    } else {
      this.#failure = result.error;
      if (result.error.code === 'password-needed') this.#isPasswordNeeded = true;
    }
  }
}
