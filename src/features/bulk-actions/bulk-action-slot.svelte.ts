import type { App } from '$lib/state/app.svelte';
import { onePerApp } from '$lib/state/one-per-app';
import { ownerOf } from '$lib/state/session/owner';
import type { BulkActionPlan } from './plan';
import type { BulkAction } from './bulk-action.svelte';

/** A bulk action or its plan, with the user whose home it is for. It is hidden from other users. */
interface Owned<T> {
  readonly owner: string;
  readonly value: T;
}

/**
 * The current bulk action, and the one that waits for confirmation. It is small, since the code of bulk actions is
 * loaded with the first one.
 */
export class BulkActionSlot {
  readonly #app: App;
  #requested = $state.raw<Owned<BulkActionPlan> | null>(null);
  #current = $state.raw<Owned<BulkAction> | null>(null);

  constructor(app: App) {
    this.#app = app;
  }

  /** The user whose home is shown; null if signed out. Reactive. */
  get owner(): string | null {
    return ownerOf(this.#app.session.current);
  }

  /** The plan that waits for confirmation. */
  get requested(): BulkActionPlan | null {
    return this.#unwrap(this.#requested);
  }

  set requested(plan: BulkActionPlan | null) {
    this.#requested = this.#wrap(plan);
  }

  /** The bulk action that is running, or whose result is not dismissed yet. */
  get current(): BulkAction | null {
    return this.#unwrap(this.#current);
  }

  /** Replaces the bulk action. The previous one is stopped. */
  set current(action: BulkAction | null) {
    this.#current?.value.stop();
    this.#current = this.#wrap(action);
  }

  #wrap<T>(value: T | null): Owned<T> | null {
    return value && this.owner !== null ? { value, owner: this.owner } : null;
  }

  #unwrap<T>(owned: Owned<T> | null): T | null {
    return owned && owned.owner === this.owner ? owned.value : null;
  }
}

/** Returns the app's slot for bulk actions. All pages share it. */
export const bulkActionSlotOf = onePerApp((app) => new BulkActionSlot(app));
