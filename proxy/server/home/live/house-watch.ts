import type { HomeHousehold } from './homes';

/**
 * Watches each controller of the household also while nobody looks, so that nothing happens unseen: as a user who has a screen, one who
 * manages if there is one, and among these the one whose home has most devices. The demo home is watched only while somebody looks. Returns
 * a function that stops it.
 */
export function watchHouse(house: HomeHousehold): () => void {
  const { accounts, fingerprints, homes, known, screens } = house;
  /** The user as whom each controller is watched, and what ends it. */
  const watches = new Map<string, { readonly user: string; readonly release: () => void }>();
  const update = () => {
    const real = known.list().filter(({ source }) => source === 'known');
    for (const id of new Set([...watches.keys(), ...real.map((each) => each.id)])) {
      const user = watcherOf(id, house);
      const before = watches.get(id);
      if (user === before?.user) continue;
      if (user === undefined) watches.delete(id);
      else watches.set(id, { user, release: homes.lease(id, user, { isHouse: true }).release });
      before?.release();
    }
  };
  const unsubscribes = [
    ...[accounts.onChange(update), fingerprints.onChange(update)],
    ...[screens.onAdded(update), screens.onChanged(update), screens.onEnded(update)]
  ];
  update();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    for (const { release } of watches.values()) release();
  };
}

/** The user as whom a controller is watched; undefined if none of them has a screen and tokens. */
function watcherOf(
  controller: string,
  { accounts, fingerprints, managers, screens }: HomeHousehold
): string | undefined {
  const sizeOf = (user: string) => fingerprints.sizeOf(controller, user);
  const users = accounts
    .usersOf(controller)
    .filter((user) => screens.list(controller, user).length > 0)
    .toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return users.find((user) => managers.has({ controller, user })) ?? users[0];
}
