import { combineStops } from '../../base/platform/combine-stops';
import type { HomeHousehold } from './homes';

/**
 * Watches the home of each known controller that has a screen also while nobody looks, so that nothing happens unseen. One whose account is
 * refused is watched too: nobody sees a danger there, and that is told. The demo home is watched only while somebody looks. Returns a function
 * that stops it.
 */
export function watchHouse({ homes, known, screens }: HomeHousehold): () => void {
  const releases = new Map<string, () => void>();
  const watchOnly = (controllers: readonly string[]) => {
    for (const id of controllers)
      if (!releases.has(id)) releases.set(id, homes.lease(id, { isHouse: true }).release);
    for (const [id, release] of releases) {
      if (controllers.includes(id)) continue;
      releases.delete(id);
      release();
    }
  };
  const update = () => {
    const all = known.list().filter(({ id, source }) => source === 'known' && screens.list(id).length > 0);
    watchOnly(all.map(({ id }) => id));
  };
  update();
  return combineStops(screens.onAdded(update), screens.onEnded(update), () => watchOnly([]));
}
