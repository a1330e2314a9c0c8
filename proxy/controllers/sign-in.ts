import { fail, succeed, type Result } from '#shared/errors';
import type { Clock } from '#shared/clock';
import { type FoundControllers, cleanName } from '../discovery/reply';
import type { Accounts } from './accounts';
import type { HomeFingerprints } from './home-fingerprints';
import {
  readClaimedMac,
  readDevices,
  readName,
  areVouchedFor,
  login,
  readWith,
  type CallDeps
} from './login';
import { certainOf, signInCase, type SignIn, type SignInCase } from './sign-in-case';
import type { KnownController, KnownControllers, NewController } from './known';
import type { LinkReader } from './link';
import { PinnedPool, type SignInTarget } from './connection';
import type { ServedController } from './served-controller';
import type { Tokens } from './renewal';
import type { CancelSignal } from '../platform/abort';

/** The permissions of a sign-in, and its abort signal. */
export interface SignInTerms {
  /** Pass to add a controller, or to move a known one. The sign-in uses it up. null if there is none. */
  readonly pass: { use(): Promise<Result<null>> } | null;
  readonly signal: CancelSignal;
}

/** The result of a sign-in. */
export interface SignedIn {
  readonly controller: KnownController;
  readonly user: string;
  /** Whether the controller is new. */
  readonly isAdded: boolean;
}

/** Limits how many controllers and users are stored. `controller` is an id, or null for a controller that is not stored yet. */
interface SignInCaps {
  check(controller: string | null, user: string): Result<null, 'household-full'>;
}

/** What signing in depends on. */
export interface SignInsDeps {
  readonly accounts: Accounts;
  readonly known: KnownControllers;
  readonly found: Pick<FoundControllers, 'get' | 'list'>;
  readonly fingerprints: HomeFingerprints;
  readonly caps: SignInCaps;
  readonly links: Pick<LinkReader, 'linkOf'>;
  readonly clock: Clock;
  /** The HTTP port of controllers. */
  readonly port: number;
  /** The controller that this process serves, or could serve; null if there is none. */
  readonly served: ServedController | null;
  /** Checks that an address may be connected to. Returns it, or `bad-address`. */
  readonly readAddress: (text: string) => Result<string>;
}

/** A person on a screen that is signed in gives the new address of its controller. */
interface ControllerMove {
  /** The controller's id. */
  readonly controller: string;
  /** The screen of that person, which stays signed in, and its user. */
  readonly screen: string;
  readonly user: string;
  readonly address: string;
  /** The password, if the tokens are refused at the new address. */
  readonly password?: string | undefined;
}

/** A sign-in after the controller has accepted its password. */
interface Accepted {
  readonly pinned: PinnedPool;
  readonly user: string;
  readonly tokens: Tokens;
  /** Whether these are the tokens that are stored already. */
  readonly isStored: boolean;
  readonly pass: SignInTerms['pass'];
  readonly deps: CallDeps;
}

/** Maximum length of the client's name at the controller. */
const MAX_NAME = 100;

/** Timeout of other requests during a sign-in, in ms. */
const INFO_DEADLINE_MS = 3_000;

const UNKNOWN = fail('not-found', 'No controller of this id is known.');
const NOT_ALLOWED = fail('setup-code-needed', 'This household is closed: only its screens add controllers.');
const OTHER_HOME = fail('different-home', 'The home there is not the one that was known.');
const PASSWORD_NEEDED = fail('password-needed', 'The controller there refuses the tokens.');

/**
 * Signs users in, and moves controllers to the address that a person gives. A password is sent to a known controller only if its link is a
 * learned one. The new tokens are stored for a known user only if the home there is the known one. Passwords are used once and never stored.
 */
export class SignIns {
  readonly #deps: SignInsDeps;

  constructor(deps: SignInsDeps) {
    this.#deps = deps;
  }

  /**
   * Checks in this order: whether the controller is known or may be added, its address, the limits of the household, the user's earlier
   * tokens, the link, the password, and then what the case asks for.
   * @returns `wrong-credentials`, `bad-address`, `not-found` for an unknown id, `setup-code-needed` without the pass to add a controller,
   * `different-home`, `household-full`, or why the controller gave no tokens
   */
  async signIn(request: SignIn, terms: SignInTerms): Promise<Result<SignedIn>> {
    const { accounts, caps, clock, known } = this.#deps;
    const { username, password } = request;
    const { served } = this.#deps;
    if (served?.found && request.controller === served.found.id) return this.#setUp(request, terms, served);
    const decided = signInCase(request, this.#deps);
    if (!decided) return UNKNOWN;
    const { signal } = terms;
    const pass = decided.kind === 'known' ? null : terms.pass;
    const target = this.#targetOf(decided, pass !== null);
    if (!target.ok) return target;
    const certain = certainOf(target.value, decided.kind);
    const room = certain === undefined ? succeed(null) : caps.check(certain, username);
    if (!room.ok) return room;
    const pinned = new PinnedPool(target.value, this.#deps);
    const deps = { pool: pinned.pool, clock, signal };
    try {
      const screen = request.screen.trim().slice(0, MAX_NAME) || 'Mantel';
      const doubtful = await this.#judgeFormer(target.value, username);
      const tokens = await login({ username, password, screen, clientId: accounts.clientId }, deps);
      if (!tokens.ok) return tokens;
      const accepted = { pinned, user: username, tokens: tokens.value, isStored: false, pass, deps };
      const settled = await this.#settle(decided.kind, accepted, doubtful);
      if (!settled.ok) return settled;
      await known.saved();
      return succeed({ ...settled.value, user: username });
    } finally {
      void pinned.pool.destroy();
    }
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
    const { known, accounts, clock } = this.#deps;
    const controller = known.get(id);
    if (!controller) return UNKNOWN;
    const target = this.#targetOf({ kind: 'moved', held: controller, here: [], address }, true);
    if (!target.ok) return target;
    const pinned = new PinnedPool(target.value, this.#deps);
    const deps = { pool: pinned.pool, clock, signal };
    try {
      const stored = accounts.tokens(id, user);
      const credentials = { username: user, screen: 'Mantel', clientId: accounts.clientId };
      const tokens =
        password !== undefined
          ? await login({ ...credentials, password }, deps)
          : stored
            ? succeed(stored)
            : PASSWORD_NEEDED;
      if (!tokens.ok) return tokens;
      const accepted = { pinned, user, tokens: tokens.value, isStored: password === undefined, pass, deps };
      const moved = await this.#move(controller, accepted, screen);
      if (!moved.ok) return password === undefined && isTokenRefused(moved.error) ? PASSWORD_NEEDED : moved;
      await known.saved();
      return succeed(moved.value.controller);
    } finally {
      void pinned.pool.destroy();
    }
  }

  /** Sets up the controller that this process can serve, with this user name and password, and signs in to it. */
  async #setUp(
    { username, password, screen }: SignIn,
    { pass, signal }: SignInTerms,
    served: ServedController
  ): Promise<Result<SignedIn>> {
    const { accounts, caps, clock, known } = this.#deps;
    if (!pass) return NOT_ALLOWED;
    // In Basic credentials the name ends at the first colon.
    if (username.includes(':')) return fail('wrong-credentials', 'No user has a colon in the name.');
    const room = caps.check(null, username);
    if (!room.ok) return room;
    const made = await served.setUp(username, password);
    if (!made.ok) return made;
    const controller = {
      ...made.value,
      address: '',
      port: 0,
      source: 'known',
      lastSeen: 0,
      mac: null
    } as const;
    const pinned = new PinnedPool(
      { address: '', port: 0, dial: controller.dial, candidates: [controller], mayBeNew: false },
      this.#deps
    );
    try {
      const asked = { username, password, screen: screen.trim().slice(0, MAX_NAME) || 'Mantel' };
      const tokens = await login(
        { ...asked, clientId: accounts.clientId },
        { pool: pinned.pool, clock, signal }
      );
      const used = tokens.ok ? await pass.use() : tokens;
      const placed = used.ok ? caps.check(null, username) : used;
      if (!tokens.ok || !placed.ok) {
        await served.abandon();
        return tokens.ok ? (placed.ok ? UNKNOWN : placed) : tokens;
      }
      const added = known.addServed(made.value);
      await accounts.setTokens(added.id, username, tokens.value);
      return succeed({ controller: added, user: username, isAdded: true });
    } finally {
      void pinned.pool.destroy();
    }
  }

  #targetOf({ kind, held, address }: SignInCase, mayAdd: boolean): Result<SignInTarget> {
    const { known, port, readAddress } = this.#deps;
    if (held && kind === 'known')
      return succeed({ address, port: held.port, dial: held.dial, candidates: [held], mayBeNew: false });
    if (held?.dial) return UNKNOWN;
    if (kind !== 'known' && !mayAdd) return NOT_ALLOWED;
    const read = readAddress(address);
    if (!read.ok) return read;
    const place = { address: read.value, port, dial: undefined, mayBeNew: mayAdd };
    return succeed(
      held && kind === 'moved'
        ? { ...place, candidates: [], moved: held }
        : { ...place, candidates: known.at(read.value) }
    );
  }

  /** Stores the tokens for their controller: a known one if its home matches, otherwise a new one. */
  async #settle(
    kind: SignInCase['kind'],
    accepted: Accepted,
    doubtful: ReadonlySet<string>
  ): Promise<Result<Omit<SignedIn, 'user'>>> {
    const { pinned } = accepted;
    const { controller, target } = pinned;
    if (target.moved) return this.#move(target.moved, accepted);
    if (controller && kind !== 'new-home') return this.#enter(controller, accepted, doubtful);
    const description = await this.#describe(accepted);
    const since = controller ?? this.#addedSince(pinned);
    return since && since !== controller
      ? this.#enter(since, accepted, doubtful)
      : this.#add(description, accepted);
  }

  /** Adds a controller. One that was known there is displaced: it has another home now. */
  async #add(description: NewController, { pinned, user, tokens, pass }: Accepted) {
    const { known, accounts, caps } = this.#deps;
    // Checked before a setup code is used up, and again after, since somebody else may have signed in meanwhile.
    const isFull = caps.check(null, user);
    if (!isFull.ok) return isFull;
    const used = await pass?.use();
    if (used?.ok === false) return used;
    const room = caps.check(null, user);
    if (!room.ok) return room;
    if (pinned.controller) known.displace(pinned.controller.id);
    const controller = known.add(description);
    await accounts.setTokens(controller.id, user, tokens);
    return succeed({ controller, isAdded: true });
  }

  /** Enters a known controller. For a new user there is no home to compare. */
  async #enter(controller: KnownController, accepted: Accepted, doubtful: ReadonlySet<string>) {
    const { known, accounts, fingerprints } = this.#deps;
    const { id } = controller;
    const { user, pinned } = accepted;
    const agrees = fingerprints.has(id, user) ? await this.#compareHome(id, accepted) : succeed(null);
    if (!agrees.ok) return agrees;
    const room = this.#place(controller, user);
    if (!room.ok) return room;
    if (doubtful.has(id)) await accounts.refused(id, user);
    return this.#keep(controller, accepted, () => known.signedIn(id, pinned.link));
  }

  /** Moves a known controller, which concerns all its users. */
  async #move(controller: KnownController, accepted: Accepted, screen?: string) {
    const { known, accounts } = this.#deps;
    const { id } = controller;
    const { user, pinned, isStored, pass, deps } = accepted;
    const agrees = await this.#compareHome(id, accepted);
    if (!agrees.ok) return agrees;
    const used = await pass?.use();
    if (used?.ok === false) return used;
    // Only after the comparison: a box with another home must not get a token of this one.
    const former = isStored ? null : accounts.tokens(id, user);
    if (former && !(await areVouchedFor(former, deps))) await accounts.refused(id, user, screen);
    const room = this.#place(controller, user);
    if (!room.ok) return room;
    return this.#keep(controller, accepted, () => known.move(id, pinned.target.address, pinned.link));
  }

  /** A place for the user of a controller, if that is still known. */
  #place({ id }: KnownController, user: string): Result<null> {
    return this.#deps.known.get(id) ? this.#deps.caps.check(id, user) : UNKNOWN;
  }

  /**
   * Stores the tokens in the same tick, so that two sign-ins do not both take the last place. And before the controller is moved, so that
   * watchers continue at the new address with the new tokens.
   */
  async #keep(controller: KnownController, { user, tokens, isStored }: Accepted, reach: () => void) {
    const { known, accounts } = this.#deps;
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

  /** The controller, if another screen signed in to it meanwhile: it is no longer new then. */
  #addedSince({ target, link }: PinnedPool): KnownController | undefined {
    const { known } = this.#deps;
    return known.at(target.address).find(({ id }) => known.linksOf(id)?.includes(link));
  }

  /** Describes a new controller: its name, address and MAC. */
  async #describe({ pinned: { target, link }, tokens, deps }: Accepted): Promise<NewController> {
    const info = await readWith(tokens, '/info', deps, INFO_DEADLINE_MS);
    const told = info.ok ? info.value : undefined;
    const heard = this.#deps.found.list().find(({ address }) => address === target.address);
    const name = cleanName(readName(told) ?? '') || heard?.name || target.address;
    const mac = readClaimedMac(told) ?? heard?.mac ?? null;
    return { name, address: target.address, mac, link };
  }

  async #compareHome(controller: string, { user, tokens, deps }: Accepted): Promise<Result<null>> {
    const devices = await readDevices(tokens, deps);
    if (!devices.ok) return devices;
    const match = this.#deps.fingerprints.match(controller, user, devices.value);
    return match === 'different' ? OTHER_HOME : succeed(null);
  }
}

/** Whether a failed reading was refused for its token. */
const isTokenRefused = (failure: object) => 'status' in failure && failure.status === 401;
