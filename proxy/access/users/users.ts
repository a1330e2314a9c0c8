import { fail, succeed, type Result } from '#shared/errors';
import type { Accounts } from '../../controllers/accounts';
import type { HomeFingerprints } from '../../controllers/home-fingerprints';
import type { KnownControllers } from '../../controllers/known';
import type { Managers } from '../managers';
import type { User } from '../screens/screen';
import type { Screens } from '../screens/screens';

/** Maximum number of controllers in a household, without the demo. */
export const MAX_CONTROLLERS = 8;

/** Maximum number of users of one controller. */
export const MAX_USERS = 16;

/** A user who was removed, and whether the controller was removed with the last of its users. */
export interface RemovedUser extends User {
  readonly withController: boolean;
}

/** What users depend on. */
interface UsersDeps {
  readonly known: Pick<KnownControllers, 'list' | 'get' | 'remove'>;
  readonly accounts: Pick<Accounts, 'usersOf' | 'forget'>;
  readonly screens: Pick<Screens, 'list'>;
  readonly fingerprints: Pick<HomeFingerprints, 'usersOf'>;
  readonly managers: Pick<Managers, 'usersOf'>;
  /** A user was removed: whatever else is stored of them has to be forgotten. */
  readonly onRemoved: (removed: RemovedUser) => void;
}

const FULL = fail('household-full', 'There is no room for another controller, or another user of this one.');

/**
 * The users of the household's controllers, whose number is limited. A user counts while there are tokens, a screen, the fingerprint of a
 * home or the right to manage of theirs. The demo is not part of the household.
 */
export class Users {
  readonly #deps: UsersDeps;

  constructor(deps: UsersDeps) {
    this.#deps = deps;
  }

  /**
   * Checks whether there is room for a sign-in.
   * @param controller its id; null for an unknown one
   * @returns `household-full` if there is none
   */
  check(controller: string | null, user: string): Result<null, 'household-full'> {
    const isFull =
      controller === null
        ? this.#controllers.length >= MAX_CONTROLLERS
        : !this.of(controller).includes(user) && this.of(controller).length >= MAX_USERS;
    return isFull ? FULL : succeed(null);
  }

  /** The users of a controller. */
  of(controller: string): string[] {
    const { accounts, screens, fingerprints, managers } = this.#deps;
    return [
      ...new Set([
        ...screens.list(controller).map(({ user }) => user),
        ...accounts.usersOf(controller),
        ...managers.usersOf(controller),
        ...fingerprints.usersOf(controller)
      ])
    ];
  }

  /**
   * Notes that a user has no screen any more: the tokens are not needed then. A user of whom nothing else is left is removed, so that
   * nobody leaves data behind and does not count.
   */
  left({ controller, user }: User) {
    const { known, accounts, onRemoved } = this.#deps;
    accounts.forget(controller, user);
    if (known.get(controller)?.source !== 'known' || this.of(controller).includes(user)) return;
    if (this.of(controller).length === 0) known.remove(controller);
    onRemoved({ controller, user, withController: !known.get(controller) });
  }

  get #controllers() {
    return this.#deps.known.list().filter(({ source }) => source === 'known');
  }
}
