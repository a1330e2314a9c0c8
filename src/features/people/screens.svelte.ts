import type { ScreenEntry } from '#shared/household';
import type { ScreenEdit } from '#shared/wire';
import type { ClientFailure, ClientResult } from '$lib/state/proxy/failure';
import { isCancelled } from './password-gate.svelte';
import type { ScreensClient } from './screens-client';

/** Whether a screen came in with another account than the home's, and its access ends. */
export const canBeKept = ({ cameIn, rights }: ScreenEntry): boolean =>
  cameIn.how === 'account' && rights.until !== null;

/** The signed-in screens, as far as this screen may see them. */
export class ScreenList {
  readonly #client: ScreensClient;
  #entries = $state.raw<readonly ScreenEntry[] | null>(null);
  #failure = $state.raw<ClientFailure | null>(null);

  constructor(client: ScreensClient) {
    this.#client = client;
  }

  /** This screen first, then the most recently seen one; null before the proxy has answered. */
  get entries(): readonly ScreenEntry[] | null {
    return this.#entries;
  }

  /** The locked screens. They can be let back in once somebody has signed in again with the home's account. */
  get locked(): readonly ScreenEntry[] {
    return this.#entries?.filter((screen) => screen.locked) ?? [];
  }

  /** Why the last request failed. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Reads the list; returns a function that cancels the request. */
  start(): () => void {
    const stopped = new AbortController();
    void this.read(stopped.signal);
    return () => {
      stopped.abort();
    };
  }

  /** Reads the list again. A response after the abort of `signal` is ignored. */
  async read(signal?: AbortSignal): Promise<void> {
    const result = await this.#client.list(signal);
    if (signal?.aborted) return;
    this.#failure = result.ok ? null : result.error;
    if (result.ok)
      this.#entries = [...result.value.screens].sort(
        (one, other) => Number(other.current) - Number(one.current) || other.lastSeen - one.lastSeen
      );
  }

  /**
   * Ends a screen's sign-in, with `withLetIn` also those of all screens that it paired; resolves to whether that
   * succeeded.
   */
  end(screen: ScreenEntry, withLetIn = false): Promise<boolean> {
    return this.#carryOut(this.#client.end(screen.id, withLetIn));
  }

  /** Removes a screen's PIN; resolves to whether that succeeded. */
  resetPin(screen: ScreenEntry): Promise<boolean> {
    return this.#carryOut(this.#client.resetPin(screen.id));
  }

  /** Lets locked screens back in; resolves to whether that succeeded. */
  letBackIn(screens: readonly ScreenEntry[]): Promise<boolean> {
    return this.#carryOut(this.#client.letBackIn(screens.map(({ id }) => id)));
  }

  /** Ends the sign-ins of all other screens; resolves to whether that succeeded. */
  endOthers(): Promise<boolean> {
    return this.#carryOut(this.#client.endOthers());
  }

  /** Changes a screen's name or rights; resolves to whether that succeeded. */
  change(screen: ScreenEntry, edit: ScreenEdit): Promise<boolean> {
    return this.#carryOut(this.#client.change(screen.id, edit));
  }

  /** Keeps a screen that came in with another account, with what it may, without an end; resolves to whether that succeeded. */
  keep(screen: ScreenEntry): Promise<boolean> {
    const { rooms, commands } = screen.rights;
    return this.change(screen, { kept: true, rights: { rooms, commands, until: null } });
  }

  /** Reads the list after each request, whatever its result. */
  async #carryOut(request: Promise<ClientResult<unknown>>): Promise<boolean> {
    const result = await request;
    await this.read();
    if (!result.ok && !isCancelled(result.error)) this.#failure = result.error;
    return result.ok;
  }
}
