import { fail, succeed, type Result } from '#shared/errors';
import type { ReadBody } from '#shared/routes';
import type { CancelSignal } from '../base/platform/abort';
import type { Accounts } from './accounts';
import { PinnedPool, type ControllerNetwork, type SignInTarget } from './connection';
import type { FoundControllers } from './discovery/found-controllers';
import { cleanName } from './discovery/reply';
import type { HomeFingerprints } from './home-fingerprints';
import type { KnownController, NewController } from './known';
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
import { certainOf, type SignInCase } from './sign-in-case';

/** The permissions of a sign-in, and its abort signal. */
export interface SignInTerms {
  /** Pass to add a controller, or to move a known one. The sign-in uses it up. null if there is none. */
  readonly pass: { use(): Promise<Result<null>> } | null;
  readonly signal: CancelSignal;
}

/** The result of a sign-in. */
export interface SignedIn {
  readonly controller: KnownController;
  /** Whether the controller is new. */
  readonly isAdded: boolean;
}

/** How a sign-in or a move ends. */
type Outcome = Promise<Result<SignedIn>>;

/** What signing in depends on. */
export interface SignInsDeps extends ControllerNetwork {
  readonly accounts: Accounts;
  readonly found: Pick<FoundControllers, 'list'>;
  readonly fingerprints: HomeFingerprints;
  /** Limits how many controllers and users are stored. `controller` is an id, or null for a controller that is not stored yet. */
  readonly caps: {
    check(controller: string | null, user: string): Result<null, 'household-full' | 'too-many-screens'>;
  };
  /** The HTTP port of controllers. */
  readonly port: number;
  /** Checks that an address may be connected to. Returns it, or `bad-address`. */
  readonly readAddress: (text: string) => Result<string>;
}

/** A person on a screen that is signed in gives the new address of its controller. */
interface ControllerMove extends ReadBody<'POST /api/controllers/:id/move'> {
  /** The controller's id. */
  readonly controller: string;
  /** The screen of that person, which stays signed in, and its user. */
  readonly screen: string;
  readonly user: string;
}

/** A sign-in after the controller has accepted its password. */
interface AcceptedSignIn {
  readonly pinned: PinnedPool;
  readonly user: string;
  readonly tokens: Tokens;
  /** Whether these are the tokens that are stored already. */
  readonly isStored: boolean;
  readonly pass: SignInTerms['pass'];
  readonly deps: CallDeps;
}

/** Timeout of other requests during a sign-in, in ms. */
const INFO_TIMEOUT_MS = 3_000;

/** Error for an id that no known controller has. */
export const UNKNOWN_CONTROLLER = fail('not-found', 'No controller of this id is known.');
const NOT_ALLOWED = fail('setup-code-needed', 'This household is closed: only its screens add controllers.');
const LOST = fail('controller-unreachable', 'The controller was lost before the sign-in was complete.');
const OTHER_HOME = fail('different-home', 'The home there is not the one that was known.');
const PASSWORD_NEEDED = fail('password-needed', 'The controller there refuses the tokens.');

/**
 * Signs users in, and moves controllers to the address that a person gives. A password is sent to a known controller only if its card is a
 * learned one. The new tokens are stored for a known user only if the home there is the known one. Passwords are used once and never stored.
 */
export class SignIns {
  readonly #deps: SignInsDeps;

  constructor(deps: SignInsDeps) {
    this.#deps = deps;
  }

  /**
   * Checks in this order: whether the controller may be added, its address, the limits of the household, the user's earlier tokens, the
   * card, the password, and then what the case asks for.
   * @returns `wrong-credentials`, `bad-address`, `setup-code-needed` without the pass to add a controller, `different-home`,
   * `household-full`, or why the controller gave no tokens
   */
  async signIn(asked: SignInCase, credentials: SignInCredentials, terms: SignInTerms): Outcome {
    const { username: user } = credentials;
    const pass = asked.kind === 'known' ? null : terms.pass;
    if (asked.kind !== 'known' && !pass) return NOT_ALLOWED;
    const target = this.#targetOf(asked);
    if (!target.ok) return target;
    const certain = certainOf(target.value, asked.kind);
    const room = certain === undefined ? succeed(null) : this.#roomFor(certain, user);
    if (!room.ok) return room;
    return this.#at(target.value, terms.signal, async (pinned, deps) => {
      const doubtful = await this.#judgeFormer(target.value, user);
      const tokens = await login(credentials, this.#deps.accounts.clientId, deps);
      if (!tokens.ok) return tokens;
      const accepted = { pinned, user, tokens: tokens.value, isStored: false, pass, deps };
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
    { controller: id, screen, user, address, password }: ControllerMove,
    { pass, signal }: SignInTerms
  ): Promise<Result<KnownController>> {
    const { known, accounts } = this.#deps;
    const controller = known.get(id);
    if (!controller) return UNKNOWN_CONTROLLER;
    const target = this.#targetOf({ kind: 'moved', held: controller, here: [], address, isTyped: true });
    if (!target.ok) return target;
    return this.#at(target.value, signal, async (pinned, deps) => {
      const stored = accounts.tokens(id, user);
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

  #targetOf({ kind, held, address, isTyped }: SignInCase): Result<SignInTarget> {
    const { known, port, readAddress } = this.#deps;
    if (held && kind === 'known')
      return succeed({ address, port: held.port, candidates: [held], mayBeNew: false });
    // A source stays where it is, and has one home.
    if (held && known.sourceAt(held.address)) return UNKNOWN_CONTROLLER;
    const read = isTyped ? readAddress(address) : succeed(address);
    if (!read.ok) return read;
    const place = { address: read.value, port, mayBeNew: kind !== 'known' };
    if (held && kind === 'moved') return succeed({ ...place, candidates: [], moved: held });
    return succeed({ ...place, candidates: known.at(read.value) });
  }

  /** Makes calls to a target, on connections to one machine. What they have changed is on the disk then. */
  async #at<T>(
    target: SignInTarget,
    signal: CancelSignal,
    run: (pinned: PinnedPool, deps: CallDeps) => Promise<Result<T>>
  ): Promise<Result<T>> {
    const { clock, known } = this.#deps;
    const pinned = new PinnedPool(target, this.#deps);
    try {
      const result = await run(pinned, { pool: pinned.pool, clock, signal });
      if (result.ok) await known.saved();
      return result;
    } finally {
      void pinned.pool.destroy();
    }
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
    const room = await this.#usePass(null, accepted);
    if (!room.ok) return room;
    // A source may have lost its home, and what this sign-in has set up with it.
    if (known.sourceAt(target.address)?.id === '') return LOST;
    // It has another home now.
    if (controller) known.displace(controller.id);
    const added = known.add(description);
    await accounts.setTokens(added.id, accepted.user, accepted.tokens);
    return succeed({ controller: added, isAdded: true });
  }

  /** Enters a known controller. For a new user there is no home to compare. */
  async #enter(
    controller: KnownController,
    accepted: AcceptedSignIn,
    doubtful: ReadonlySet<string>
  ): Outcome {
    const { known, accounts, fingerprints } = this.#deps;
    const { id } = controller;
    const { user, pinned } = accepted;
    const agrees = fingerprints.has(id, user) ? await this.#compareHome(id, accepted) : succeed(null);
    if (!agrees.ok) return agrees;
    if (doubtful.has(id)) await accounts.refused(id, user);
    return this.#keep(controller, accepted, () => known.signedIn(id, pinned.card));
  }

  /** Moves a known controller, which concerns all its users. */
  async #move(controller: KnownController, accepted: AcceptedSignIn, screen?: string): Outcome {
    const { known, accounts } = this.#deps;
    const { id } = controller;
    const { user, pinned, isStored, deps } = accepted;
    const agrees = await this.#compareHome(id, accepted);
    if (!agrees.ok) return agrees;
    const room = await this.#usePass(id, accepted);
    if (!room.ok) return room;
    // Only after the comparison: a box with another home must not get a token of this one.
    const former = isStored ? null : accounts.tokens(id, user);
    if (former && !(await areVouchedFor(former, deps))) await accounts.refused(id, user, screen);
    return this.#keep(controller, accepted, () => known.move(id, pinned.target.address, pinned.card));
  }

  /** Whether there is a place for a user, at a controller that is still known or, with null, at a new one. */
  #roomFor(controller: string | null, user: string): Result<null> {
    const { caps, known } = this.#deps;
    return controller === null || known.get(controller) ? caps.check(controller, user) : UNKNOWN_CONTROLLER;
  }

  /** Uses the pass, if there is room: before, so that no setup code is used up in vain, and after, since others sign in meanwhile. */
  async #usePass(controller: string | null, { user, pass }: AcceptedSignIn): Promise<Result<null>> {
    const room = this.#roomFor(controller, user);
    const used = room.ok && pass ? await pass.use() : room;
    return used.ok ? this.#roomFor(controller, user) : used;
  }

  /**
   * Stores the tokens in the tick in which there is room, so that two sign-ins do not both take the last place. And before the controller is
   * moved, so that watchers continue at the new address with the new tokens.
   */
  async #keep(
    controller: KnownController,
    { user, tokens, isStored }: AcceptedSignIn,
    reach: () => void
  ): Outcome {
    const { known, accounts } = this.#deps;
    const room = this.#roomFor(controller.id, user);
    if (!room.ok) return room;
    const kept = isStored ? undefined : accounts.setTokens(controller.id, user, tokens);
    reach();
    await kept;
    return succeed({ controller: known.get(controller.id) ?? controller, isAdded: false });
  }

  /**
   * Checks the user's earlier tokens with their controllers, before the password is sent: see `Accounts.check`.
   * @returns ids of the controllers that did not accept them
   */
  async #judgeFormer({ candidates }: SignInTarget, user: string): Promise<Set<string>> {
    const doubtful = new Set<string>();
    for (const { id } of candidates) if (!(await this.#deps.accounts.check(id, user))) doubtful.add(id);
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

  async #compareHome(controller: string, { user, tokens, deps }: AcceptedSignIn): Promise<Result<null>> {
    const devices = await readDevices(tokens, deps);
    if (!devices.ok) return devices;
    return this.#deps.fingerprints.differs(controller, user, devices.value) ? OTHER_HOME : succeed(null);
  }
}

/** Whether a failed reading was refused for its token. */
const isTokenRefused = (failure: object) => 'status' in failure && failure.status === 401;
