import { fail, succeed, type Result } from '#shared/errors';
import type { Managers } from '../access/managers';
import type { Screens } from '../access/screens/screens';
import type { Accounts } from '../controllers/accounts';
import type { HomeFingerprints } from '../controllers/home-fingerprints';
import type { KnownControllers } from '../controllers/known';
import type { Layouts } from '../layouts/layouts';
import type { Scenes } from '../scenes/scenes';
import type { TouchRules } from '../touch/touch-rules';

/** Maximum number of controllers in a household, without the demo. */
export const MAX_CONTROLLERS = 8;

/** Maximum number of users of one controller. */
export const MAX_USERS = 16;

/** What the caps depend on. */
interface HouseholdCapsDeps {
  readonly known: Pick<KnownControllers, 'list' | 'remove'>;
  readonly accounts: Pick<Accounts, 'usersOf'>;
  readonly screens: Pick<Screens, 'list'>;
  readonly fingerprints: Pick<HomeFingerprints, 'usersOf' | 'forget'>;
  readonly layouts: Pick<Layouts, 'usersOf' | 'forget'>;
  readonly managers: Pick<Managers, 'has' | 'remove'>;
  readonly scenes: Pick<Scenes, 'forget'>;
  readonly touch: Pick<TouchRules, 'forget'>;
}

const FULL = fail('household-full', 'There is no room for another controller, or another user of this one.');

/**
 * Limits the stored controllers and users. A user counts while anything of theirs is stored: tokens, a screen, the home's
 * fingerprint or a layout. A user with neither screen nor tokens is inactive. If a limit is reached, inactive users are removed to
 * make room, and so are controllers with inactive users only.
 */
export class HouseholdCaps {
  readonly #deps: HouseholdCapsDeps;

  constructor(deps: HouseholdCapsDeps) {
    this.#deps = deps;
  }

  /**
   * Checks whether there is room for a sign-in. Removes nothing.
   * @param controller its id; null for an unknown one
   * @returns `household-full` if there is no room
   */
  check(controller: string | null, user: string): Result<null, 'household-full'> {
    const leaving = controller === null ? this.#leavingControllers() : this.#leavingUsers(controller, user);
    return leaving ? succeed(null) : FULL;
  }

  /** Like `check`, but removes inactive users and controllers to make room. Called right before the sign-in is stored. */
  evictIfFull(controller: string | null, user: string): Result<null, 'household-full'> {
    const room = this.check(controller, user);
    if (!room.ok) return room;
    if (controller === null) for (const id of this.#leavingControllers() ?? []) this.#removeController(id);
    else for (const name of this.#leavingUsers(controller, user) ?? []) this.#removeUser(controller, name);
    return room;
  }

  /** Controllers to remove for one more, least recently used first; null if too many are in use. */
  #leavingControllers(): readonly string[] | null {
    const known = this.#deps.known.list().filter(({ source }) => source === 'known');
    const byAge = known.sort((one, other) => one.lastSeen - other.lastSeen).map(({ id }) => id);
    return surplusOf(byAge, (id) => this.#activeUsersOf(id).size > 0, MAX_CONTROLLERS);
  }

  /** Users to remove for one more, managers last, else by when they left; null if too many are active. */
  #leavingUsers(controller: string, user: string): readonly string[] | null {
    const users = this.#usersOf(controller);
    if (users.has(user)) return [];
    const active = this.#activeUsersOf(controller);
    const isManager = (name: string) => Number(this.#deps.managers.has({ controller, user: name }));
    const inOrder = [...users].sort((one, other) => isManager(one) - isManager(other));
    return surplusOf(inOrder, (name) => active.has(name), MAX_USERS);
  }

  /** All users, those without a fingerprint first, then by when they left: see `HomeFingerprints.usersOf`. */
  #usersOf(controller: string): Set<string> {
    const { fingerprints, layouts } = this.#deps;
    const fingerprinted = fingerprints.usersOf(controller);
    const others = [...layouts.usersOf(controller), ...this.#activeUsersOf(controller)];
    return new Set([...others.filter((user) => !fingerprinted.includes(user)), ...fingerprinted]);
  }

  #activeUsersOf(controller: string): Set<string> {
    const { accounts, screens } = this.#deps;
    return new Set([...accounts.usersOf(controller), ...screens.list(controller).map(({ user }) => user)]);
  }

  #removeController(id: string) {
    for (const user of this.#usersOf(id)) this.#removeUser(id, user);
    this.#deps.scenes.forget(id);
    this.#deps.touch.forget(id);
    this.#deps.known.remove(id);
  }

  #removeUser(controller: string, user: string) {
    this.#deps.managers.remove({ controller, user });
    this.#deps.fingerprints.forget(controller, user);
    this.#deps.layouts.forget(controller, user);
  }
}

/** The first unused entries that must be removed so that one more fits; null if too few are unused. */
function surplusOf(
  all: readonly string[],
  isInUse: (each: string) => boolean,
  max: number
): readonly string[] | null {
  const surplus = Math.max(0, all.length + 1 - max);
  const spare = all.filter((each) => !isInUse(each));
  return spare.length >= surplus ? spare.slice(0, surplus) : null;
}
