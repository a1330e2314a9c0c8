import type { Clock } from '#shared/clock';
import type { Pairing, PairingState } from '#shared/household';
import type { Rights } from '#shared/rights';
import { isCancelled } from '$features/people/password-gate.svelte';
import type { ScreensClient } from '$features/people/screens-client';
import { Timer } from '$lib/state/base/timer';
import type { ClientFailure } from '$lib/state/proxy/failure';

/** Milliseconds between two polls whether the next screen has signed in. */
const POLL_INTERVAL_MS = 2000;
/** Milliseconds between two updates of the remaining time. */
const TICK_INTERVAL_MS = 1000;
/** The codes are renewed when so many ms are left. */
const RENEW_BEFORE_MS = 15_000;

/** What it asks of the proxy. */
type OfferClient = Pick<ScreensClient, 'offer' | 'renewOffer' | 'offerState' | 'withdraw'>;

/** A pairing code for the next screen. It is polled and renewed while it is shown, and withdrawn when it is no longer shown. */
export class PairingCode {
  readonly #client: OfferClient;
  readonly #clock: Clock;
  readonly #isSeen: () => boolean;
  readonly #pollTimer: Timer;
  readonly #ticks: Timer;
  #codes = $state.raw<Pairing | null>(null);
  #leftMs = $state(0);
  #outcome = $state.raw<PairingState>({ state: 'gone' });
  #failure = $state.raw<ClientFailure | null>(null);
  #endsAt = 0;
  #isRenewing = false;
  #stopped = new AbortController();

  /** @param isSeen whether the page is visible: a hidden one renews nothing */
  constructor(client: OfferClient, clock: Clock, isSeen: () => boolean) {
    this.#isSeen = isSeen;
    this.#client = client;
    this.#clock = clock;
    this.#pollTimer = new Timer(clock);
    this.#ticks = new Timer(clock);
  }

  /** The codes to show; null before they were requested. */
  get codes(): Pairing | null {
    return this.#codes;
  }

  /** The remaining lifetime in ms. */
  get leftMs(): number {
    return this.#leftMs;
  }

  /** The state of the pairing. */
  get outcome(): PairingState {
    return this.#outcome;
  }

  /** Why there are no codes. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Requests new codes, which give the next screen these rights. */
  async make(rights: Rights): Promise<void> {
    const result = await this.#client.offer(rights);
    this.#failure = result.ok || isCancelled(result.error) ? null : result.error;
    if (!result.ok || this.#stopped.signal.aborted) return;
    this.#outcome = { state: 'waiting' };
    this.#show(result.value);
    this.#tick();
    this.#pollTimer.set(POLL_INTERVAL_MS, () => void this.#poll());
  }

  /** Call it when the component is mounted. Returns a function that stops polling and withdraws the code. */
  start(): () => void {
    this.#stopped = new AbortController();
    return () => {
      this.#stopped.abort();
      this.#rest();
      this.withdraw();
    };
  }

  /** Ends the pairing at the proxy, so that a code that somebody noted is worth nothing. */
  withdraw(): void {
    if (this.#outcome.state === 'waiting') void this.#client.withdraw();
  }

  #show(codes: Pairing): void {
    this.#codes = codes;
    this.#endsAt = this.#clock.monotonic() + codes.lastsMs;
  }

  /** Renews the codes. If that fails, they end at their time. */
  async #renew(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const result = await this.#client.renewOffer();
    this.#isRenewing = false;
    if (result.ok && !this.#stopped.signal.aborted && this.#outcome.state === 'waiting')
      this.#show(result.value);
  }

  #tick(): void {
    this.#leftMs = Math.max(0, this.#endsAt - this.#clock.monotonic());
    if (this.#leftMs > 0 && this.#leftMs <= RENEW_BEFORE_MS && this.#isSeen()) void this.#renew();
    if (this.#leftMs > 0) this.#ticks.set(TICK_INTERVAL_MS, () => this.#tick());
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopped;
    const result = await this.#client.offerState(signal);
    if (signal.aborted) return;
    if (result.ok) this.#outcome = result.value;
    if (this.#outcome.state === 'waiting') this.#pollTimer.set(POLL_INTERVAL_MS, () => void this.#poll());
    else this.#rest();
  }

  #rest(): void {
    this.#pollTimer.stop();
    this.#ticks.stop();
  }
}
