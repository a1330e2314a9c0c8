import { fail, succeed, type Result } from '#shared/errors';
import type { ReadBody } from '#shared/routes';
import type { CancelSignal } from '../base/platform/abort';
import { isSameName, isSpelledAlike } from './account-name';
import type { Former } from './accounts';
import type { PinnedPool, SignInTarget } from './connection';
import { cleanName } from './discovery/reply';
import { UNKNOWN_CONTROLLER, type KnownController, type NewController } from './known';
import {
  readClaimedMac,
  readDevices,
  readName,
  areVouchedFor,
  login,
  readWith,
  type CallDeps,
  type SignInCredentials
} from './login';
import type { Tokens } from './renewal';
import { devicesWithout, readSeenHome, wholeRoomsOf } from './seen-home';
import { callsAt, loginAt, targetOf, type SignInsDeps } from './sign-in-calls';
import { isCertainlyNew, type SignInCase } from './sign-in-case';

/** The permissions of a sign-in, and its abort signal. */
export interface SignInTerms {
  /** Pass to add a controller, or to move a known one. The sign-in uses it up. null if there is none. */
  readonly pass: { use(): Promise<Result<null>> } | null;
  readonly signal: CancelSignal;
}

/** A sign-in with the account of the home, or a move. */
export interface SignedIn {
  readonly as: 'account';
  readonly controller: KnownController;
  /** Whether the controller is new. */
  readonly isAdded: boolean;
  /** Whether the account has taken its home back from the one that had replaced it. */
  readonly isBack: boolean;
}

/** A sign-in with another account of a known controller. Nothing of it is kept. */
export interface SignedInAsOther {
  readonly as: 'other';
  readonly controller: KnownController;
  /** The ids of the rooms that it may see: see `wholeRoomsOf`. */
  readonly rooms: readonly number[] | null;
  /** How many devices it sees that the home has not. */
  readonly more: number;
}

/** How a sign-in or a move ends. */
type Outcome<T = SignedIn | SignedInAsOther> = Promise<Result<T>>;

/** A person on a screen that is signed in gives the new address of its controller. */
interface ControllerMove extends ReadBody<'POST /api/controllers/:id/move'> {
  /** The controller's id. */
  readonly controller: string;
  /** The screen of that person, which stays signed in. */
  readonly screen: string;
}

/** A sign-in after the controller has accepted its password. */
interface AcceptedSignIn {
  readonly pinned: PinnedPool;
  /** The name of the account. */
  readonly user: string;
  readonly tokens: Tokens;
  /** Whether these are the tokens that are stored already. */
  readonly isStored: boolean;
  readonly pass: SignInTerms['pass'];
  readonly deps: CallDeps;
}

/** Timeout of other requests during a sign-in, in ms. */
const INFO_TIMEOUT_MS = 3_000;

const NOT_ALLOWED = fail('setup-code-needed', 'This household is closed: only its screens add controllers.');
const LOST = fail('controller-unreachable', 'The controller was lost before the sign-in was complete.');
/** Error for another home than the known one. */
export const OTHER_HOME = fail('different-home', 'The home there is not the one that was known.');
const PASSWORD_NEEDED = fail('password-needed', 'The controller there refuses the tokens.');
/** Error for a home whose own account the controller refuses. */
export const ACCOUNT_NEEDED = fail(
  'account-needed',
  'The account of this home has to sign in again before another one can.'
);
const NO_WHOLE_ROOM = fail('no-whole-room', 'This account sees no room of this home with all its devices.');

/**
 * Signs in at controllers, and moves controllers to the address that a person gives. A password is sent to a known controller only if its
 * card is a learned one. The tokens of a home are replaced only if the home there is the known one. Passwords are used once and never
 * stored.
 */
export class SignIns {
  readonly #deps: SignInsDeps;

  constructor(deps: SignInsDeps) {
    this.#deps = deps;
  }

  /**
   * Checks in this order: whether the controller may be added, its address, whether there is room for it, the tokens of the account, the
   * card, the password, and then what the case asks for.
   * @returns `wrong-credentials`, `bad-address`, `setup-code-needed` without the pass to add a controller, `different-home`,
   * `household-full`, `account-needed` and `no-whole-room` for another account, or why the controller gave no tokens
   */
  async signIn(asked: SignInCase, credentials: SignInCredentials, terms: SignInTerms): Outcome {
    const { accounts } = this.#deps;
    const pass = asked.kind === 'known' ? null : terms.pass;
    if (asked.kind !== 'known' && !pass) return NOT_ALLOWED;
    const target = targetOf(asked, this.#deps);
    if (!target.ok) return target;
    const room = isCertainlyNew(target.value, asked.kind) ? this.#deps.hasRoom() : succeed(null);
    if (!room.ok) return room;
    return callsAt(target.value, { ...this.#deps, signal: terms.signal }, async (pinned, deps) => {
      const doubtful = await this.#doubtfulOf(target.value);
      const accountTokens = await loginAt(target.value, credentials, accounts, deps);
      if (!accountTokens.ok) return accountTokens;
      const accepted = { pinned, ...accountTokens.value, isStored: false, pass, deps };
      return this.#settle(asked.kind, accepted, doubtful);
    });
  }

  /**
   * Reads the home at the new address with the stored tokens or the password, and moves the controller there if it matches. Otherwise
   * nothing changes.
   * @returns `not-found`, `bad-address`, `password-needed`, `wrong-credentials`, `different-home`, `setup-code-needed` if the pass ended
   * meanwhile, or why nothing could be read there
   */
  async move(
    { controller: id, screen, address, password }: ControllerMove,
    { pass, signal }: SignInTerms
  ): Promise<Result<KnownController>> {
    const { known, accounts } = this.#deps;
    const controller = known.get(id);
    const user = accounts.userOf(id);
    if (!controller || user === undefined) return UNKNOWN_CONTROLLER;
    const target = targetOf(
      { kind: 'moved', held: controller, here: [], address, isTyped: true },
      this.#deps
    );
    if (!target.ok) return target;
    return callsAt(target.value, { ...this.#deps, signal }, async (pinned, deps) => {
      const stored = accounts.tokens(id);
      const tokens =
        password !== undefined
          ? await login({ username: user, password, screen: '' }, accounts.clientId, deps)
          : stored
            ? succeed(stored)
            : PASSWORD_NEEDED;
      if (!tokens.ok) return tokens;
      const accepted = { pinned, user, tokens: tokens.value, isStored: password === undefined, pass, deps };
      const moved = await this.#move(controller, accepted, screen);
      if (moved.ok) return succeed(moved.value.controller);
      return password === undefined && isTokenRefused(moved.error) ? PASSWORD_NEEDED : moved;
    });
  }

  /** Stores the tokens for their controller: a known one if its home matches, otherwise a new one. */
  async #settle(kind: SignInCase['kind'], accepted: AcceptedSignIn, doubtful: ReadonlySet<string>): Outcome {
    const { known, accounts } = this.#deps;
    const { controller, target, card } = accepted.pinned;
    if (target.moved) return this.#move(target.moved, accepted);
    if (controller && kind !== 'new-home') return this.#enter(controller, accepted, doubtful);
    const description = await this.#describe(accepted);
    // Another screen may have signed in to it meanwhile: it is no longer new then.
    const since = controller
      ? undefined
      : known.at(target.address).find(({ id }) => known.cardsOf(id)?.includes(card));
    if (since) return this.#enter(since, accepted, doubtful);
    const room = await this.#usePassToAdd(accepted);
    if (!room.ok) return room;
    // A source may have lost its home, and what this sign-in has set up with it.
    if (known.sourceAt(target.address)?.id === '') return LOST;
    // It has another home now.
    if (controller) known.displace(controller.id);
    const added = known.add(description);
    await accounts.set(added.id, accepted.user, accepted.tokens);
    return succeed({ as: 'account', controller: added, isAdded: true, isBack: false });
  }

  /** Enters a known controller, with the account of its home, with the one that takes the home back, or with another one. */
  async #enter(
    controller: KnownController,
    accepted: AcceptedSignIn,
    doubtful: ReadonlySet<string>
  ): Outcome {
    const { known, accounts } = this.#deps;
    const { id } = controller;
    const { user, pinned } = accepted;
    const reach = () => known.signedIn(id, pinned.card);
    const own = accounts.userOf(id);
    const former = own !== undefined && isSameName(own, user) ? undefined : accounts.formerOf(id);
    const isFormer = former ? await this.#isAccount(id, former.user, accepted) : succeed(false);
    if (!isFormer.ok) return isFormer;
    if (former && isFormer.value) {
      // Before its tokens: after a power cut, those must not let anybody in.
      await this.#deps.beforeTakeBack(id);
      return this.#keep(controller, { ...accepted, user: former.user }, reach, 'end');
    }
    const isOwn = await this.#isAccount(id, own, accepted);
    if (!isOwn.ok) return isOwn;
    if (!isOwn.value) return this.#enterAsOther(controller, accepted);
    if (doubtful.has(id)) await accounts.refused(id);
    return this.#keep(controller, accepted, reach);
  }

  /**
   * Whether an account is the one of this name, of a home. One whose name differs by case alone is, if it sees the very devices of the
   * home; and so is one of most devices, if the name of the home's own account was lost.
   * @returns `different-home` if it is, but the home is another one
   */
  async #isAccount(id: string, name: string | undefined, accepted: AcceptedSignIn): Promise<Result<boolean>> {
    const { fingerprints } = this.#deps;
    const { user, tokens, deps } = accepted;
    if (name !== undefined && isSameName(name, user)) {
      const agrees = fingerprints.has(id) ? await this.#compareHome(id, accepted) : succeed(null);
      return agrees.ok ? succeed(true) : agrees;
    }
    if (name === undefined ? !fingerprints.has(id) : !isSpelledAlike(name, user))
      return succeed(name === undefined);
    const devices = await readDevices(tokens, deps);
    if (!devices.ok) return devices;
    if (name !== undefined) return succeed(fingerprints.isSame(id, devices.value));
    return fingerprints.isMostOf(id, devices.value) ? succeed(true) : ACCOUNT_NEEDED;
  }

  /** Compares what another account sees with the home, as its own account sees it now. Its tokens are used for that alone. */
  async #enterAsOther(controller: KnownController, { tokens, deps }: AcceptedSignIn): Outcome {
    const { accounts, fingerprints, known } = this.#deps;
    const { id } = controller;
    if (!accounts.tokens(id)) return ACCOUNT_NEEDED;
    const home = await readSeenHome((path) => accounts.client(id).read(path));
    if (!home.ok) return home.error.code === 'signed-out' ? ACCOUNT_NEEDED : home;
    const other = await readSeenHome((path) => readWith(tokens, path, deps));
    if (!other.ok) return other;
    if (fingerprints.differs(id, home.value.devices)) return OTHER_HOME;
    const rooms = wholeRoomsOf(home.value, other.value);
    if (rooms === undefined) return NO_WHOLE_ROOM;
    const more = devicesWithout(other.value, home.value).length;
    return succeed({ as: 'other', controller: known.get(id) ?? controller, rooms, more });
  }

  /** Moves a known controller, which takes the account of its home. */
  async #move(controller: KnownController, accepted: AcceptedSignIn, screen?: string): Outcome<SignedIn> {
    const { known, accounts } = this.#deps;
    const { id } = controller;
    const { user, pinned, isStored, pass, deps } = accepted;
    const own = accounts.userOf(id);
    if (own !== undefined && !isSameName(own, user)) return ACCOUNT_NEEDED;
    const agrees = await this.#compareHome(id, accepted);
    if (!agrees.ok) return agrees;
    const used = await pass?.use();
    if (used?.ok === false) return used;
    // Only after the comparison: a box with another home must not get a token of this one.
    const former = isStored ? null : accounts.tokens(id);
    if (former && !(await areVouchedFor(former, deps))) await accounts.refused(id, screen);
    return this.#keep(controller, accepted, () => known.move(id, pinned.target.address, pinned.card));
  }

  /**
   * Uses the pass, if there is room for another home: before, so that no setup code is used up in vain, and after, since others sign in
   * meanwhile.
   */
  async #usePassToAdd({ pass }: AcceptedSignIn): Promise<Result<null>> {
    const { hasRoom } = this.#deps;
    const room = hasRoom();
    const used = room.ok && pass ? await pass.use() : room;
    return used.ok ? hasRoom() : used;
  }

  /** Stores the tokens before the controller is moved, so that watchers continue at the new address with the new tokens. */
  async #keep(
    controller: KnownController,
    { user, tokens, isStored }: AcceptedSignIn,
    reach: () => void,
    former: Former = 'keep'
  ): Outcome<SignedIn> {
    const { known, accounts } = this.#deps;
    const { id } = controller;
    if (!known.get(id)) return UNKNOWN_CONTROLLER;
    const isBack = former === 'end';
    const own = isBack ? user : (accounts.userOf(id) ?? user);
    // It may have been replaced meanwhile.
    if (!isSpelledAlike(own, user)) return ACCOUNT_NEEDED;
    const kept = isStored ? undefined : accounts.set(id, own, tokens, former);
    reach();
    await kept;
    return succeed({ as: 'account', controller: known.get(id) ?? controller, isAdded: false, isBack });
  }

  /**
   * Checks the tokens of the candidates with their controllers, before the password is sent: see `Accounts.check`.
   * @returns ids of the controllers that did not accept them
   */
  async #doubtfulOf({ candidates }: SignInTarget): Promise<Set<string>> {
    const doubtful = new Set<string>();
    for (const { id } of candidates) if (!(await this.#deps.accounts.check(id))) doubtful.add(id);
    return doubtful;
  }

  /** Describes a new controller: its name, address and MAC. */
  async #describe({ pinned: { target, card }, tokens, deps }: AcceptedSignIn): Promise<NewController> {
    const info = await readWith(tokens, '/info', deps, INFO_TIMEOUT_MS);
    const told = info.ok ? info.value : undefined;
    const heard = this.#deps.found.list().find(({ address }) => address === target.address);
    const name = cleanName(readName(told) ?? '') || heard?.name || target.address;
    const mac = readClaimedMac(told) ?? heard?.mac ?? null;
    return { name, address: target.address, mac, card };
  }

  async #compareHome(controller: string, { tokens, deps }: AcceptedSignIn): Promise<Result<null>> {
    const devices = await readDevices(tokens, deps);
    if (!devices.ok) return devices;
    return this.#deps.fingerprints.differs(controller, devices.value) ? OTHER_HOME : succeed(null);
  }
}

/** Whether a failed reading was refused for its token. */
const isTokenRefused = (failure: object) => 'status' in failure && failure.status === 401;
