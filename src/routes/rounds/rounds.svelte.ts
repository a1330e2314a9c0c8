import type { App } from '$lib/state/app.svelte';
import type { RoundPlan } from './plan';
import type { Round } from './round.svelte';

/** The round in sight, and the one that people are being asked about. It brings no round's code: that comes with the first. */
export class Rounds {
  readonly #app: App;
  #owner = $state.raw<string | null>(null);
  #asked = $state.raw<RoundPlan | null>(null);
  #current = $state.raw<Round | null>(null);
  #stop: (() => void) | null = null;

  constructor(app: App) {
    this.#app = app;
  }

  /** The round that waits for a yes. */
  get asked(): RoundPlan | null {
    return this.isOurs(this.#owner) ? this.#asked : null;
  }

  /** The round that is under way, or whose result has not been put away. */
  get current(): Round | null {
    return this.isOurs(this.#owner) ? this.#current : null;
  }

  /** Whose home is shown: what was begun for one is nothing to another. Null while nobody is signed in. Reactive. */
  get owner(): string | null {
    const { who } = this.#app.session;
    return who && `${who.controller.id} ${who.user}`;
  }

  /** Whether something that was begun for an owner is still for the one of now. Reactive. */
  isOurs(owner: string | null): boolean {
    return owner !== null && owner === this.owner;
  }

  /** Asks people about a round. */
  ask(plan: RoundPlan): void {
    this.#owner = this.owner;
    this.#asked = plan;
  }

  /** Asks no more: they said yes or no. */
  answer(): void {
    this.#asked = null;
  }

  /** Begins a round in the place of the one before, of which nothing more is sent. */
  begin(round: Round): void {
    this.close();
    this.#owner = this.owner;
    this.#current = round;
    this.#stop = round.start();
  }

  /** Puts the round away; nothing more of it is sent. */
  close(): void {
    this.#stop?.();
    this.#stop = null;
    this.#current = null;
  }
}

const roundsByApp = new WeakMap<App, Rounds>();

/** The app's rounds: one at a time, whichever page it was begun on. */
export function roundsOf(app: App): Rounds {
  const rounds = roundsByApp.get(app) ?? new Rounds(app);
  roundsByApp.set(app, rounds);
  return rounds;
}
