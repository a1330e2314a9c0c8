import { meaningOf } from '$lib/kinds/meaning';
import { mainControlOf } from '$lib/kinds/registry';
import type { App } from '$lib/state/app.svelte';
import type { ClientFailure } from '$lib/state/connection/failure';
import { onePerHome } from '$lib/state/one-per';
import { Timer } from '$lib/state/timer';
import type { Device } from '#shared/home';
import type { Happening } from '#shared/happenings';

/** Milliseconds from a change of the home to the next reading: several changes come together. */
const READ_DELAY_MS = 2000;

/** What happened in the home that is shown. It is read while somebody looks, and again after each change. */
export class Happened {
  readonly #app: App;
  readonly #timer: Timer;
  #happenings = $state.raw<readonly Happening[] | null>(null);
  #since = $state.raw(0);
  #failure = $state.raw<ClientFailure | null>(null);
  #readers = 0;
  #stop: () => void = () => undefined;

  constructor(app: App) {
    this.#app = app;
    this.#timer = new Timer(app.environment.clock);
    app.homeLifetime.onEnd(() => this.#end());
  }

  /** The oldest first; null before the first reading. Reactive. */
  get happenings(): readonly Happening[] | null {
    return this.#happenings;
  }

  /** Since when anything is known, in ms since the epoch by the proxy's clock. */
  get since(): number {
    return this.#since;
  }

  /** Why the last reading failed; null if it did not. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Reads it now, and again after each change until the returned function is called. */
  follow(): () => void {
    if (this.#readers++ === 0) this.#start();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (--this.#readers === 0) this.#end();
    };
  }

  /** Reads it now. */
  async read(): Promise<void> {
    const { session, proxy } = this.#app;
    const { current } = session;
    if (!current) return;
    const answer = await proxy.call('GET /api/controllers/:id/happened', { at: current.controller.id });
    this.#failure = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    this.#happenings = answer.value.happenings;
    this.#since = answer.value.since;
  }

  #start(): void {
    const { home, commandFeed, link } = this.#app;
    const soon = () => {
      if (!this.#timer.isSet) this.#timer.set(READ_DELAY_MS, () => void this.read());
    };
    const stops = [
      home.subscribe(soon),
      commandFeed.subscribe(soon),
      link.subscribe((phase) => {
        if (phase === 'live') soon();
      })
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
    void this.read();
  }

  #end(): void {
    this.#stop();
    this.#timer.stop();
    this.#readers = 0;
  }
}

/** Returns what happened in the home that is shown. */
export const happenedOf = onePerHome((app) => new Happened(app));

/** Whether a device detects motion: people who pass by are left out of lists. */
export const isMotion = (device: Device): boolean =>
  mainControlOf(device)?.name === 'contact' && meaningOf(device).nature === 'motion';
