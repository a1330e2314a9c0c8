import { fail, succeed, type Result } from '#shared/errors';
import type { Managers } from '../access/managers';
import type { Screens } from '../access/screens/screens';
import type { Accounts } from '../controllers/accounts';
import type { HomeFingerprints } from '../controllers/home-fingerprints';
import type { KnownControllers } from '../controllers/known';
import type { Layouts } from '../layouts/layouts';

/** Controllers of a household, beside the demo's. */
export const MAX_CONTROLLERS = 8;

/** Users of one controller. */
export const MAX_USERS = 16;

/** What the caps are counted by. */
interface HouseholdCapsDeps {
  readonly known: Pick<KnownControllers, 'list' | 'remove'>;
  readonly accounts: Pick<Accounts, 'usersOf'>;
  readonly screens: Pick<Screens, 'list'>;
  readonly fingerprints: Pick<HomeFingerprints, 'usersOf' | 'forget'>;
  readonly layouts: Pick<Layouts, 'usersOf' | 'forget'>;
  readonly managers: Pick<Managers, 'has' | 'remove'>;
}

const FULL = fail('household-full', 'There is no room for another controller, or another user of this one.');

/**
 * Caps what a household keeps. A user counts for as long as anything of theirs is kept: tokens, a screen, the home's fingerprint or a
 * layout. One with neither screen nor tokens makes room for a newcomer, and so does a controller whose users are all like that.
 */
export class HouseholdCaps {
  readonly #deps: HouseholdCapsDeps;

  constructor(deps: HouseholdCapsDeps) {
    this.#deps = deps;
  }

  /**
   * Whether a sign-in can be kept. Nothing is removed for it yet.
   * @param controller its id; null for one that is not known
   * @returns `household-full` where it cannot
   */
  check(controller: string | null, user: string): Result<null, 'household-full'> {
    const leaving = controller === null ? this.#leavingControllers() : this.#leavingUsers(controller, user);
    return leaving ? succeed(null) : FULL;
  }

  /** Like `check`, and removes what makes room: to be called right before the sign-in is kept. */
  makeRoom(controller: string | null, user: string): Result<null, 'household-full'> {
    const room = this.check(controller, user);
    if (!room.ok) return room;
    if (controller === null) for (const id of this.#leavingControllers() ?? []) this.#removeController(id);
    else for (const name of this.#leavingUsers(controller, user) ?? []) this.#removeUser(controller, name);
    return room;
  }

  /** Controllers that make room for one more, the one longest not signed in to first; null where too many are in use. */
  #leavingControllers(): readonly string[] | null {
    const known = this.#deps.known.list().filter(({ source }) => source === 'known');
    const byAge = known.sort((one, other) => one.lastSeen - other.lastSeen).map(({ id }) => id);
    return surplusOf(byAge, (id) => this.#activeUsersOf(id).size > 0, MAX_CONTROLLERS);
  }

  /** Users that make room for one more, who manages last, else the one who left first of all first; null where too many are active. */
  #leavingUsers(controller: string, user: string): readonly string[] | null {
    const users = this.#usersOf(controller);
    if (users.has(user)) return [];
    const active = this.#activeUsersOf(controller);
    const isManager = (name: string) => Number(this.#deps.managers.has({ controller, user: name }));
    const inOrder = [...users].sort((one, other) => isManager(one) - isManager(other));
    return surplusOf(inOrder, (name) => active.has(name), MAX_USERS);
  }

  /** Those without a fingerprint first, then by when they left: see `HomeFingerprints.usersOf`. */
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
    this.#deps.known.remove(id);
  }

  #removeUser(controller: string, user: string) {
    this.#deps.managers.remove({ controller, user });
    this.#deps.fingerprints.forget(controller, user);
    this.#deps.layouts.forget(controller, user);
  }
}

/** The first of those not in use that have to go so that one more is within the cap; null where they are too few. */
function surplusOf(
  all: readonly string[],
  isInUse: (each: string) => boolean,
  max: number
): readonly string[] | null {
  const surplus = Math.max(0, all.length + 1 - max);
  const spare = all.filter((each) => !isInUse(each));
  return spare.length >= surplus ? spare.slice(0, surplus) : null;
}
