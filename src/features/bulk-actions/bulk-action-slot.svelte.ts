import type { App } from '$lib/state/app.svelte';
import type { RoundPlan } from './plan';
import type { Round } from './bulk-action.svelte';

/** A round, and whose home it is for: what was begun for one is nothing to another. */
interface Owned<T> {
  readonly owner: string;
  readonly value: T;
}

/** The round in sight, and the one that people are being asked about. It brings no round's code: that comes with the first. */
export class RoundPlace {
  readonly #app: App;
  #asked = $state.raw<Owned<RoundPlan> | null>(null);
  #current = $state.raw<Owned<Round> | null>(null);

  constructor(app: App) {
    this.#app = app;
  }

  /** Whose home is shown; null while nobody is signed in. Reactive. */
  get owner(): string | null {
    const { who } = this.#app.session;
    return who && `${who.controller.id} ${who.user}`;
  }

  /** The round that waits for a yes. */
  get asked(): RoundPlan | null {
    return this.#ours(this.#asked);
  }

  set asked(plan: RoundPlan | null) {
    this.#asked = this.#own(plan);
  }

  /** The round that is under way, or whose result has not been put away. */
  get current(): Round | null {
    return this.#ours(this.#current);
  }

  /** Of the one before nothing more is sent. */
  set current(round: Round | null) {
    this.#current?.value.stop();
    this.#current = this.#own(round);
  }

  #own<T>(value: T | null): Owned<T> | null {
    return value && this.owner !== null ? { value, owner: this.owner } : null;
  }

  #ours<T>(owned: Owned<T> | null): T | null {
    return owned && owned.owner === this.owner ? owned.value : null;
  }
}

const places = new WeakMap<App, RoundPlace>();

/** The app's place for rounds: one at a time, whichever page it was begun on. */
export function roundPlaceOf(app: App): RoundPlace {
  const place = places.get(app) ?? new RoundPlace(app);
  places.set(app, place);
  return place;
}
