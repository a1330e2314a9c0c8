import type { ControllerEntry } from '#shared/wire';
import type { ClientFailure } from './failure';

/** Controllers to sign in to: the known ones, and those that a search finds, as they answer. */
export class Finder {
  get controllers(): readonly ControllerEntry[] {
    return [];
  }

  get isSearching(): boolean {
    return false;
  }

  /** Why the last search came to nothing; null where it did not. */
  get failure(): ClientFailure | null {
    return null;
  }

  /** Searches for about 3 s. A search that is under way goes on. */
  search(): void {
    return;
  }
}
