import type { ClientFailure } from '$lib/state/failure';
import type { ProxyClient } from '$lib/state/proxy-client';
import type { ScreenEntry } from '#shared/wire';

/** The screens that are signed in as this user, as the proxy knows them. */
export class Screens {
  readonly #proxy: Pick<ProxyClient, 'screens' | 'endScreen'>;
  #entries = $state.raw<readonly ScreenEntry[] | null>(null);
  #failure = $state.raw<ClientFailure | null>(null);

  constructor(proxy: Pick<ProxyClient, 'screens' | 'endScreen'>) {
    this.#proxy = proxy;
  }

  /** This screen first, then the one that was seen last; null before the proxy has answered. */
  get entries(): readonly ScreenEntry[] | null {
    return this.#entries;
  }

  /** Why the last request came to nothing. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Asks for the list; returns the stop. */
  start(): () => void {
    const stopped = new AbortController();
    void this.#read(stopped.signal);
    return () => {
      stopped.abort();
    };
  }

  /** Ends a screen's sign-in; false where that failed. */
  async end(screen: ScreenEntry): Promise<boolean> {
    const result = await this.#proxy.endScreen(screen.id);
    this.#failure = result.ok ? null : result.error;
    if (result.ok) this.#entries = this.#entries?.filter(({ id }) => id !== screen.id) ?? null;
    return result.ok;
  }

  async #read(signal: AbortSignal): Promise<void> {
    const result = await this.#proxy.screens(signal);
    if (signal.aborted) return;
    this.#failure = result.ok ? null : result.error;
    if (result.ok)
      this.#entries = [...result.value.screens].sort(
        (one, other) => Number(other.current) - Number(one.current) || other.lastSeen - one.lastSeen
      );
  }
}
