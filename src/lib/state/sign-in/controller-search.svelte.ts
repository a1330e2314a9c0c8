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
  #codeFor = $state.raw<Controllers['codeFor'] | null>(null);
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

  /** What the code that was accepted is good for: `box`, or the id of the home whose recovery code it is; null without a code. */
  get codeFor(): string | null {
    return this.#codeFor ?? null;
  }

  /**
   * The code that replaces a managing screen for a sign-in; null if there is none, or if it is that of another home.
   * @param home the id of its controller; undefined for an address
   */
  codeOf(home: string | undefined): string | null {
    return this.#codeFor === 'box' || this.#codeFor === home ? this.#code : null;
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
   * Sets a setup code, or the recovery code of a home, for all further requests if it is valid. With a setup code it searches; with a
   * recovery code the list is that of the answer.
   * @returns why the code cannot be used; null if it can
   */
  async unlock(code: string): Promise<ClientFailure | null> {
    const known = await this.#read(undefined, code);
    if (!known.ok) return known.error;
    const { codeFor } = known.value;
    if (codeFor === undefined) return wrongSetupCode;
    this.#stop();
    this.#code = code;
    this.#codeFor = codeFor;
    if (codeFor === 'box') {
      void this.#run((signal) => this.#startSearch({ signal }));
    } else {
      this.#failure = null;
      this.#apply(known.value);
    }
    return null;
  }

  /** Drops the code, once it is used up. Sent again, it would count as a wrong one. */
  dropCode(): void {
    this.#code = null;
    this.#codeFor = null;
  }

  #startSearch({
    isSweep = false,
    signal
  }: {
    isSweep?: boolean;
    signal?: AbortSignal;
  }): Promise<ClientResult<Controllers>> {
    return this.#proxy.call('POST /api/controllers/search', {
      headers: setupCodeHeaders(this.#code),
      ...(isSweep && { body: { sweep: true }, timeoutMs: SWEEP_TIMEOUT_MS }),
      signal
    });
  }

  #read(signal?: AbortSignal, code = this.#code): Promise<ClientResult<Controllers>> {
    return this.#proxy.call('GET /api/controllers', { headers: setupCodeHeaders(code), signal });
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

  #apply({ controllers, hints, mayAdd, codeFor }: Controllers): void {
    this.#controllers = controllers;
    this.#hints = hints;
    this.#mayAdd = mayAdd;
    const isGood = this.#codeFor === 'box' ? mayAdd : codeFor === this.#codeFor;
    if (this.#code === null || isGood) return;
    // The code has expired or was used.
    this.dropCode();
    this.#failure = wrongSetupCode;
  }

  #stop(): void {
    this.#abort?.abort();
    this.#pause.stop();
    this.#isSearching = false;
  }
}
