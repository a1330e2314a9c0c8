import type { RecordState } from '#shared/record';
import type { OpenHome } from '$lib/state/open-home.svelte';
import type { ClientFailure, ClientResult } from '$lib/state/proxy/failure';

/** Whether the home that is shown has a record, and what changes that: a service of it. */
export class RecordChoice {
  readonly #home: OpenHome;
  #state = $state.raw<RecordState | null>(null);
  #failure = $state.raw<ClientFailure | null>(null);

  constructor(home: OpenHome) {
    this.#home = home;
  }

  /** Null before it was read. Reactive. */
  get state(): RecordState | null {
    return this.#state;
  }

  /** Why the last call failed; null if it did not. Reactive. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  async read(): Promise<void> {
    const read = await this.#home.proxy.call('GET /api/controllers/:id/record');
    if (read.ok) this.#state = read.value;
  }

  /** Begins or ends the record. */
  keep(isWanted: boolean): Promise<void> {
    return this.#change(this.#home.proxy.call('PUT /api/controllers/:id/record', { body: { isWanted } }));
  }

  /** Deletes all that was recorded. */
  forgetAll(): Promise<void> {
    return this.#change(this.#home.proxy.call('DELETE /api/controllers/:id/record'));
  }

  async #change(changing: Promise<ClientResult<unknown>>): Promise<void> {
    const changed = await changing;
    this.#failure = changed.ok ? null : changed.error;
    await this.read();
  }
}
