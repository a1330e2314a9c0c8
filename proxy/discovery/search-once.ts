import { wait, type Clock } from '#shared/clock';
import type { FoundController, FoundControllers } from './found';
import { MIN_SEARCH_GAP_MS, SEARCH_DURATION_MS, type Search } from './search';

/** Searches, and resolves once that is over with who answered: this search, or the one of a moment ago that it joined. */
export async function searchOnce(
  search: Pick<Search, 'start'>,
  found: Pick<FoundControllers, 'list'>,
  clock: Clock
): Promise<FoundController[]> {
  const since = clock.monotonic() - MIN_SEARCH_GAP_MS;
  search.start();
  await wait(clock, SEARCH_DURATION_MS);
  return found.list().filter(({ heardAt }) => heardAt >= since);
}
