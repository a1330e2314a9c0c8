import type { HomeHousehold } from './homes';

/**
 * Watches each controller of the household also while nobody looks, so that nothing happens unseen: as a user who has a screen, one who
 * manages if there is one, and among these the one whose home has most devices. The demo home is watched only while somebody looks.
 */
export class HouseWatch {
  readonly #house: HomeHousehold;
  /** The user as whom each controller is watched, and what ends it. */
  readonly #watches = new Map<string, { readonly user: string; readonly release: () => void }>();

  constructor(house: HomeHousehold) {
    this.#house = house;
  }

  /** Starts to watch. Returns a function that stops it. */
  start(): () => void {
    const { accounts, fingerprints, screens } = this.#house;
    const update = () => this.#update();
    const unsubscribes = [
      ...[accounts.onChange(update), fingerprints.onChange(update)],
      ...[screens.onAdded(update), screens.onChanged(update), screens.onEnded(update)]
    ];
    update();
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      for (const { release } of this.#watches.values()) release();
      this.#watches.clear();
    };
  }

  #update() {
    const real = this.#house.known.list().filter(({ source }) => source === 'known');
    for (const id of new Set([...this.#watches.keys(), ...real.map((each) => each.id)])) {
      const user = this.#watcherOf(id);
      const before = this.#watches.get(id);
      if (user === before?.user) continue;
      if (user === undefined) this.#watches.delete(id);
      else
        this.#watches.set(id, {
          user,
          release: this.#house.homes.lease(id, user, { isHouse: true }).release
        });
      before?.release();
    }
  }

  /** The user as whom a controller is watched; undefined if none of them has a screen and tokens. */
  #watcherOf(controller: string): string | undefined {
    const { accounts, fingerprints, managers, screens } = this.#house;
    const users = accounts
      .usersOf(controller)
      .filter((user) => screens.list(controller, user).length > 0)
      .toSorted(
        (one, other) => fingerprints.sizeOf(controller, other) - fingerprints.sizeOf(controller, one)
      );
    return users.find((user) => managers.has({ controller, user })) ?? users[0];
  }
}
