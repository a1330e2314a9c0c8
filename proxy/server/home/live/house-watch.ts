import { combineStops } from '../../base/platform/combine-stops';
import type { User } from '../../household/screens/screen';
import { userKey } from './home-listener';
import type { HomeHousehold } from './homes';

/**
 * Watches the homes of some users also while nobody looks, and those of no others. Returns a function that stops it.
 * @param usersNow the users
 * @param changes subscribe to what they depend on
 */
export function houseWatch(
  { homes }: Pick<HomeHousehold, 'homes'>,
  usersNow: () => readonly User[],
  changes: readonly ((listener: () => void) => () => void)[]
): () => void {
  const releases = new Map<string, () => void>();
  const watchOnly = (users: readonly User[]) => {
    for (const { controller, user } of users) {
      const key = userKey({ controller, user });
      if (!releases.has(key)) releases.set(key, homes.lease(controller, user, { isHouse: true }).release);
    }
    const kept = new Set(users.map(userKey));
    for (const [key, release] of releases) {
      if (kept.has(key)) continue;
      releases.delete(key);
      release();
    }
  };
  const update = () => watchOnly(usersNow());
  update();
  return combineStops(...changes.map((subscribe) => subscribe(update)), () => watchOnly([]));
}

/**
 * Watches each controller of the household also while nobody looks, so that nothing happens unseen: as a user who has a screen, one who
 * manages if there is one, and among these the one whose home has most devices. The demo home is watched only while somebody looks. Returns
 * a function that stops it.
 */
export function watchHouse(house: HomeHousehold): () => void {
  const { accounts, fingerprints, known, screens } = house;
  const usersNow = () =>
    known.list().flatMap(({ id: controller, source }) => {
      const user = source === 'known' ? watcherOf(controller, house) : undefined;
      return user === undefined ? [] : [{ controller, user }];
    });
  const { onAdded, onChanged, onEnded } = screens;
  return houseWatch(house, usersNow, [accounts.onChange, fingerprints.onChange, onAdded, onChanged, onEnded]);
}

/** The user as whom a controller is watched; undefined if none of them has a screen and tokens. */
function watcherOf(controller: string, { accounts, fingerprints, managers, screens }: HomeHousehold) {
  const sizeOf = (user: string) => fingerprints.sizeOf(controller, user);
  const users = accounts
    .usersOf(controller)
    .filter((user) => screens.list(controller, user).length > 0)
    .toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return users.find((user) => managers.has(controller, user)) ?? users[0];
}
