import type { ClientFailure, ClientResult } from '$lib/state/connection/failure';
import type { ScreenEntry } from '#shared/household';
import type { ScreenEdit } from '#shared/wire';
import { isCancelled } from './password-gate.svelte';
import type { ScreensClient } from './screens-client';

/** The screens that are signed in, as far as this one may see them. */
export class Screens {
  readonly #client: ScreensClient;
  #entries = $state.raw<readonly ScreenEntry[] | null>(null);
  #failure = $state.raw<ClientFailure | null>(null);

  constructor(client: ScreensClient) {
    this.#client = client;
  }

  /** This screen first, then the one that was seen last; null before the proxy has answered. */
  get entries(): readonly ScreenEntry[] | null {
    return this.#entries;
  }

  /** The locked screens of a user, who signed in again: others' have to wait until theirs do. */
  lockedOf(user: string | undefined): readonly ScreenEntry[] {
    return this.#entries?.filter((screen) => screen.locked && screen.user === user) ?? [];
  }

  /** Why the last request came to nothing. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Asks for the list; returns the stop. */
  start(): () => void {
    const stopped = new AbortController();
    void this.read(stopped.signal);
    return () => {
      stopped.abort();
    };
  }

  /** Asks for the list again. What is answered after the `signal` is passed over. */
  async read(signal?: AbortSignal): Promise<void> {
    const result = await this.#client.list(signal);
    if (signal?.aborted) return;
    this.#failure = result.ok ? null : result.error;
    if (result.ok)
      this.#entries = [...result.value.screens].sort(
        (one, other) => Number(other.current) - Number(one.current) || other.lastSeen - one.lastSeen
      );
  }

  /** Ends a screen's sign-in, and of all that it let in where `withLetIn`; false where that failed. */
  end(screen: ScreenEntry, withLetIn = false): Promise<boolean> {
    return this.#carryOut(this.#client.end(screen.id, withLetIn));
  }

  /** Lets locked screens back in; false where that failed. */
  letBackIn(screens: readonly ScreenEntry[]): Promise<boolean> {
    return this.#carryOut(this.#client.letBackIn(screens.map(({ id }) => id)));
  }

  /** Ends the sign-ins of all screens but this one; false where that failed. */
  endOthers(): Promise<boolean> {
    return this.#carryOut(this.#client.endOthers());
  }

  /** Gives a screen another name or other rights; false where that failed. */
  change(screen: ScreenEntry, edit: ScreenEdit): Promise<boolean> {
    return this.#carryOut(this.#client.change(screen.id, edit));
  }

  /** Whatever was done, the list tells what is so now. */
  async #carryOut(doing: Promise<ClientResult<unknown>>): Promise<boolean> {
    const result = await doing;
    await this.read();
    if (!result.ok && !isCancelled(result.error)) this.#failure = result.error;
    return result.ok;
  }
}
