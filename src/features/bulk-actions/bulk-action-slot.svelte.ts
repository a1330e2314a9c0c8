import type { App } from '$lib/state/app.svelte';
import type { BulkActionPlan } from './plan';
import type { BulkAction } from './bulk-action.svelte';

/** A round, and whose home it is for: what was begun for one is nothing to another. */
interface Owned<T> {
  readonly owner: string;
  readonly value: T;
}

/** The round in sight, and the one that people are being asked about. It brings no round's code: that comes with the first. */
export class BulkActionSlot {
  readonly #app: App;
  #requested = $state.raw<Owned<BulkActionPlan> | null>(null);
  #current = $state.raw<Owned<BulkAction> | null>(null);

  constructor(app: App) {
    this.#app = app;
  }

  /** Whose home is shown; null while nobody is signed in. Reactive. */
  get owner(): string | null {
    const { current: session } = this.#app.session;
    return session && `${session.controller.id} ${session.user}`;
  }

  /** The round that waits for a yes. */
  get requested(): BulkActionPlan | null {
    return this.#ours(this.#requested);
  }

  set requested(plan: BulkActionPlan | null) {
    this.#requested = this.#own(plan);
  }

  /** The round that is under way, or whose result has not been put away. */
  get current(): BulkAction | null {
    return this.#ours(this.#current);
  }

  /** Of the one before nothing more is sent. */
  set current(action: BulkAction | null) {
    this.#current?.value.stop();
    this.#current = this.#own(action);
  }

  #own<T>(value: T | null): Owned<T> | null {
    return value && this.owner !== null ? { value, owner: this.owner } : null;
  }

  #ours<T>(owned: Owned<T> | null): T | null {
    return owned && owned.owner === this.owner ? owned.value : null;
  }
}

const slots = new WeakMap<App, BulkActionSlot>();

/** The app's place for rounds: one at a time, whichever page it was begun on. */
export function bulkActionSlotOf(app: App): BulkActionSlot {
  const slot = slots.get(app) ?? new BulkActionSlot(app);
  slots.set(app, slot);
  return slot;
}
