import { Emitter } from '#shared/emitter';
import { fail, succeed, type Result } from '#shared/errors';
import type { UserEntry } from '#shared/household';
import type { User } from '../screens/screen';
import type { Stores } from '../stores';

/** Maximum number of controllers in a household, without the demo. */
export const MAX_CONTROLLERS = 8;

/** Maximum number of users of one controller. */
export const MAX_USERS = 16;

/** A user who was removed, and whether the controller was removed with the last of its users. */
export interface RemovedUser extends User {
  readonly withController: boolean;
}

const FULL = fail('household-full', 'There is no room for another controller, or another user of this one.');

/**
 * The users of the household's controllers, whose number is limited. A user counts while there are tokens, a screen, the fingerprint of a
 * home or the right to manage of theirs. The demo is not part of the household.
 */
export class Users {
  readonly #stores: Stores;
  readonly #removed = new Emitter<RemovedUser>();
  /** Calls back with each user who was removed: whatever else is stored of them has to be forgotten. Returns a function that unsubscribes. */
  readonly onRemoved = this.#removed.subscribe;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  /**
   * Checks whether there is room for a sign-in.
   * @param controller its id; null for an unknown one
   * @returns `household-full` if there is none; `too-many-screens` if a new home could have no screen
   */
  check(controller: string | null, user: string): Result<null, 'household-full' | 'too-many-screens'> {
    const { known, screens } = this.#stores;
    const isFull =
      controller === null
        ? known.real.length >= MAX_CONTROLLERS
        : !this.of(controller).includes(user) && this.of(controller).length >= MAX_USERS;
    if (isFull) return FULL;
    return controller === null ? screens.hasRoomAt('', known.real.length + 1) : succeed(null);
  }

  /** The users of a controller, by their names. */
  list(controller: string): Omit<UserEntry, 'current'>[] {
    const { screens, managers } = this.#stores;
    return this.of(controller)
      .toSorted()
      .map((user) => ({
        user,
        manages: managers.has(controller, user),
        screens: screens.list(controller, user).length
      }));
  }

  /** The users of a controller. */
  of(controller: string): string[] {
    const { accounts, screens, fingerprints, managers } = this.#stores;
    const ofScreens = screens.list(controller).map(({ user }) => user);
    const ofStores = [accounts, managers, fingerprints].flatMap((store) => store.usersOf(controller));
    return [...new Set([...ofScreens, ...ofStores])];
  }

  /** Removes a user with everything that is stored of them, and ends their screens. */
  remove({ controller, user }: User) {
    const { screens, fingerprints, managers } = this.#stores;
    managers.forget(controller, user);
    fingerprints.forget(controller, user);
    const own = screens.list(controller, user);
    for (const { id } of own) screens.end(id, { reason: 'someone' });
    if (own.length === 0) this.lastScreenEnded({ controller, user });
  }

  /** Forgets a home with all its users, whose screens end, and with all that the household knows of it. */
  forgetHome(controller: string) {
    const { known, accounts, screens, fingerprints, managers, recoveryCodes, activity } = this.#stores;
    for (const user of this.of(controller)) {
      managers.forget(controller, user);
      fingerprints.forget(controller, user);
      accounts.forget(controller, user);
    }
    for (const { id } of screens.list(controller)) screens.end(id, { reason: 'controller-removed' });
    recoveryCodes.forget(controller);
    activity.forget(controller);
    known.remove(controller);
  }

  /**
   * Notes that a user has no screen any more: the tokens are not needed then. A user of whom nothing else is left is removed, so that
   * nobody leaves data behind and does not count.
   */
  lastScreenEnded({ controller, user }: User) {
    const { known, accounts } = this.#stores;
    accounts.forget(controller, user);
    if (known.get(controller)?.source !== 'known' || this.of(controller).includes(user)) return;
    if (this.of(controller).length === 0) known.remove(controller);
    this.#removed.emit({ controller, user, withController: !known.get(controller) });
  }
}
