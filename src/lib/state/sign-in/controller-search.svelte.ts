import type { Clock } from '#shared/clock';
import type { ControllerEntry, Controllers } from '#shared/wire';
import { Timer } from '../base/timer';
import type { ClientFailure, ClientResult } from '../proxy/failure';
import type { ProxyClient } from '../proxy/proxy-client';
import { setupCodeHeaders, wrongSetupCode } from './setup-code';

/** Milliseconds between two polls of the results of a search. */
const POLL_INTERVAL_MS = 300;
/** Milliseconds after which a search ends, even if the proxy still searches. */
const SEARCH_TIMEOUT_MS = 15_000;

/** Milliseconds that the proxy may take to start a sweep. */
const SWEEP_TIMEOUT_MS = 10_000;

/** The controllers that the user can sign in to: known ones and those that a search finds. */
export class ControllerSearch {
  readonly #clock: Clock;
  readonly #proxy: ProxyClient;
  readonly #pause: Timer;
  #controllers = $state.raw<readonly ControllerEntry[]>([]);
  #isSearching = $state.raw(false);
  #failure = $state.raw<ClientFailure | null>(null);
  #hints = $state.raw<readonly string[]>([]);
  #mayAdd = $state.raw<boolean | null>(null);
  #code = $state.raw<string | null>(null);
  #abort: AbortController | null = null;

  constructor({ clock }: { clock: Clock }, proxy: ProxyClient) {
    this.#clock = clock;
    this.#proxy = proxy;
    this.#pause = new Timer(clock);
  }

  get controllers(): readonly ControllerEntry[] {
    return this.#controllers;
  }

  get isSearching(): boolean {
    return this.#isSearching;
  }

  /** Why the last search failed; null if it did not. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Codes for why the last search may have found nothing: see `controllersSchema`. */
  get hints(): readonly string[] {
    return this.#hints;
  }

  /**
   * Whether this screen may search, and sign in to unknown controllers; null before that is known. If it may not, the
   * list has only the names and ids of known controllers.
   */
  get mayAdd(): boolean | null {
    return this.#mayAdd;
  }

  /** The setup code that replaces a managing screen; null if there is none. */
  get code(): string | null {
    return this.#code;
  }

  /**
   * Reads the known controllers, then searches for about 3 s if that is allowed. A running search continues. Returns a
   * function that stops it.
   */
  start(): () => void {
    if (!this.#isSearching) void this.#run((signal) => this.#readAndSearch(signal));
    return () => this.#stop();
  }

  /** Searches by probing each address of the local networks, one by one. */
  sweep(): void {
    if (!this.#isSearching) void this.#run((signal) => this.#startSearch({ isSweep: true, signal }));
  }

  /**
   * Sets a setup code for all further searches if it is valid, which the first search shows.
   * @returns why the code cannot be used; null if it can
   */
  async unlock(code: string): Promise<ClientFailure | null> {
    const started = await this.#startSearch({ code });
    if (!started.ok) return started.error;
    this.#stop();
    this.#code = code;
    void this.#run(() => Promise.resolve(started));
    return null;
  }

  #startSearch({
    code = this.#code,
    isSweep = false,
    signal
  }: {
    code?: string | null;
    isSweep?: boolean;
    signal?: AbortSignal;
  }): Promise<ClientResult<Controllers>> {
    return this.#proxy.call('POST /api/controllers/search', {
      headers: setupCodeHeaders(code),
      ...(isSweep && { body: { sweep: true }, timeoutMs: SWEEP_TIMEOUT_MS }),
      signal
    });
  }

  #read(signal: AbortSignal): Promise<ClientResult<Controllers>> {
    return this.#proxy.call('GET /api/controllers', { headers: setupCodeHeaders(this.#code), signal });
  }

  async #readAndSearch(signal: AbortSignal): Promise<ClientResult<Controllers>> {
    const known = await this.#read(signal);
    if (!known.ok || signal.aborted || !known.value.mayAdd) return known;
    this.#apply(known.value);
    return this.#startSearch({ signal });
  }

  async #run(start: (signal: AbortSignal) => Promise<ClientResult<Controllers>>): Promise<void> {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const end = this.#clock.monotonic() + SEARCH_TIMEOUT_MS;
    this.#isSearching = true;
    this.#failure = null;
    this.#hints = [];
    let result = await start(signal);
    while (result.ok && !signal.aborted) {
      this.#apply(result.value);
      if (!result.value.searching || this.#clock.monotonic() > end) break;
      await new Promise<void>((resolve) => this.#pause.set(POLL_INTERVAL_MS, resolve));
      result = await this.#read(signal);
    }
    if (signal.aborted) return;
    if (!result.ok) this.#failure = result.error;
    this.#isSearching = false;
  }

  #apply({ controllers, hints, mayAdd }: Controllers): void {
    this.#controllers = controllers;
    this.#hints = hints;
    this.#mayAdd = mayAdd;
    if (mayAdd || this.#code === null) return;
    // The code has expired or was used.
    this.#code = null;
    this.#failure = wrongSetupCode;
  }

  #stop(): void {
    this.#abort?.abort();
    this.#pause.stop();
    this.#isSearching = false;
  }
}
