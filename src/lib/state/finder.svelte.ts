import { controllersSchema, routes, type ControllerEntry } from '#shared/wire';
import { Alarm } from './alarm';
import type { Clock } from './clock';
import type { ClientFailure } from './failure';
import type { ProxyClient } from './proxy-client';

/** Milliseconds between looks at what a search has found so far. */
const LOOK_MS = 300;
/** Milliseconds after which a search is over, whatever the proxy says. */
const LONGEST_MS = 15_000;

/** Milliseconds that the proxy may take to begin a sweep. */
const SWEEP_MS = 10_000;

/** Controllers to sign in to: the known ones, and those that a search finds, as they answer. */
export class Finder {
  readonly #clock: Clock;
  readonly #proxy: ProxyClient;
  readonly #pause: Alarm;
  #controllers = $state.raw<readonly ControllerEntry[]>([]);
  #isSearching = $state.raw(false);
  #failure = $state.raw<ClientFailure | null>(null);
  #hints = $state.raw<readonly string[]>([]);
  #abort: AbortController | null = null;

  constructor({ clock }: { clock: Clock }, proxy: ProxyClient) {
    this.#clock = clock;
    this.#proxy = proxy;
    this.#pause = new Alarm(clock);
  }

  get controllers(): readonly ControllerEntry[] {
    return this.#controllers;
  }

  get isSearching(): boolean {
    return this.#isSearching;
  }

  /** Why the last search came to nothing; null where it did not. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Why the last search may have found nothing, as the wire's codes. */
  get hints(): readonly string[] {
    return this.#hints;
  }

  /** Searches for about 3 s; returns the stop, for who goes away earlier. A search that is under way goes on. */
  search(): () => void {
    if (!this.#isSearching) void this.#search((signal) => this.#proxy.search(signal));
    return () => this.#stop();
  }

  /** The same, by asking each address of the home's networks, one by one. */
  sweep(): void {
    if (!this.#isSearching) void this.#search((signal) => this.#sweep(signal));
  }

  #sweep(signal: AbortSignal) {
    const body = { sweep: true };
    const request = { method: 'POST', path: routes.search, schema: controllersSchema } as const;
    return this.#proxy.send({ ...request, body, timeoutMs: SWEEP_MS, signal });
  }

  async #search(begin: (signal: AbortSignal) => ReturnType<ProxyClient['search']>): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    const end = this.#clock.monotonic() + LONGEST_MS;
    this.#isSearching = true;
    this.#failure = null;
    this.#hints = [];
    let result = await begin(signal);
    while (result.ok && !signal.aborted) {
      this.#controllers = result.value.controllers;
      this.#hints = result.value.hints;
      if (!result.value.searching || this.#clock.monotonic() > end) break;
      await new Promise<void>((resolve) => this.#pause.set(LOOK_MS, resolve));
      result = await this.#proxy.controllers(signal);
    }
    if (signal.aborted) return;
    if (!result.ok) this.#failure = result.error;
    this.#isSearching = false;
  }

  #stop(): void {
    this.#abort?.abort();
    this.#pause.stop();
    this.#isSearching = false;
  }
}
