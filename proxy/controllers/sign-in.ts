import type { Device } from '#shared/home';
import { HOME_LISTS } from '#shared/home-schema';
import { fail, succeed, type Result } from '#shared/errors';
import type { Clock } from '#shared/clock';
import { type FoundControllers, cleanName } from '../discovery/reply';
import type { Accounts } from './accounts';
import type { HomeFingerprints } from './home-fingerprints';
import { decodeInTurns, pathOfList } from './home-lists';
import { readIdentity, readName, areVouchedFor, login, readWith, type CallDeps } from './login';
import type { KnownController, KnownControllers, NewController } from './known';
import type { LinkReader } from './link';
import { PinnedPool, type SignInTarget } from './connection';
import type { Tokens } from './renewal';
import type { CancelSignal } from '../platform/cancel-signal';

/** A request to sign in. */
export interface SignIn {
  /** Id of a known controller, or of one that a search found. */
  readonly controller?: string | undefined;
  /** Its address, if there is no id. */
  readonly address?: string | undefined;
  /** New address of the known controller of that id, given by a person. */
  readonly movedTo?: string | undefined;
  readonly username: string;
  readonly password: string;
  /** The screen's name; empty for none. */
  readonly screen: string;
  /** Whether a person confirmed that the home there is another one than before. */
  readonly isNewHome?: boolean;
}

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
  makeRoom(controller: string | null, user: string): Result<null, 'household-full'>;
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
  /** Checks that an address may be connected to. Returns it, or `bad-address`. */
  readonly readAddress: (text: string) => Result<string>;
}

/** The check of the user's tokens from before this sign-in. */
interface Former {
  /** Ids of the controllers that did not accept them. */
  readonly doubtful: ReadonlySet<string>;
}

/** Maximum length of the client's name at the controller. */
const MAX_NAME = 100;

const UNKNOWN = fail('not-found', 'No controller of this id is known.');
const NOT_ALLOWED = fail('setup-code-needed', 'This household is closed: only its screens add controllers.');
const OTHER_HOME = fail('different-home', 'The home there is not the one that was known.');

/**
 * Signs users in. A password is sent to a known controller only if its link is a learned one. The new tokens are stored for a known user
 * only if the home there is the known one. Passwords are used once and never stored.
 */
export class SignIns {
  readonly #deps: SignInsDeps;

  constructor(deps: SignInsDeps) {
    this.#deps = deps;
  }

  /**
   * @returns `wrong-credentials`, `bad-address`, `not-found` for an unknown id, `setup-code-needed` without the pass to add a controller,
   * `different-home`, `household-full`, or why the controller gave no tokens
   */
  async signIn(request: SignIn, { pass, signal }: SignInTerms): Promise<Result<SignedIn>> {
    const target = this.#targetOf(request, pass !== null);
    if (!target.ok) return target;
    const certain = certainOf(target.value, request);
    const room = certain === undefined ? succeed(null) : this.#deps.caps.check(certain, request.username);
    if (!room.ok) return room;
    const pinned = new PinnedPool(target.value, this.#deps);
    const deps = { pool: pinned.pool, clock: this.#deps.clock, signal };
    try {
      const screen = request.screen.trim().slice(0, MAX_NAME) || 'Mantel';
      const { username, password } = request;
      const { accounts } = this.#deps;
      const doubtful = await this.#judgeFormer(target.value, username);
      const tokens = await login({ username, password, screen, clientId: accounts.clientId }, deps);
      if (!tokens.ok) return tokens;
      const settled = await this.#settle(pinned, { ...request, pass, doubtful }, tokens.value, deps);
      if (!settled.ok) return settled;
      await this.#deps.known.saved();
      return succeed({ ...settled.value, user: username });
    } finally {
      void pinned.pool.destroy();
    }
  }

  #targetOf({ controller, address, movedTo, isNewHome }: SignIn, mayAdd: boolean): Result<SignInTarget> {
    const { known, found, port } = this.#deps;
    const held = controller === undefined ? undefined : known.get(controller);
    if (held?.source === 'demo' && (movedTo !== undefined || isNewHome)) return UNKNOWN;
    const passing = controller === undefined ? undefined : found.get(controller);
    if (controller !== undefined && !held && !passing) return UNKNOWN;
    if (held && movedTo === undefined && !isNewHome)
      return succeed({ address: held.address, port: held.port, candidates: [held], mayBeNew: false });
    const candidates = known.at(address ?? '');
    if (!mayAdd && (candidates.length === 0 || isNewHome)) return NOT_ALLOWED;
    const read = this.#deps.readAddress(movedTo ?? address ?? held?.address ?? passing?.address ?? '');
    if (!read.ok) return read;
    const place = { address: read.value, port, candidates: known.at(read.value), mayBeNew: mayAdd };
    return succeed(held && movedTo !== undefined ? { ...place, candidates: [], moved: held } : place);
  }

  /** Stores the tokens for their controller: a known one if its home matches, otherwise a new one. */
  async #settle(
    pinned: PinnedPool,
    { username, isNewHome = false, pass, doubtful }: SignIn & Pick<SignInTerms, 'pass'> & Former,
    tokens: Tokens,
    deps: CallDeps
  ): Promise<Result<Pick<SignedIn, 'controller' | 'isAdded'>>> {
    const { known, accounts, caps } = this.#deps;
    const { target, link } = pinned;
    const description = pinned.controller && !isNewHome ? null : await this.#describe(pinned, tokens, deps);
    const controller = pinned.controller ?? this.#addedSince(pinned);
    if (description && (!controller || controller === pinned.controller)) {
      // Checked before a setup code is used up, and again after, since somebody else may have signed in meanwhile.
      const isFull = caps.check(null, username);
      if (!isFull.ok) return isFull;
      const used = await pass?.use();
      if (used?.ok === false) return used;
      const room = caps.makeRoom(null, username);
      if (!room.ok) return room;
      if (controller) known.displace(controller.id);
      const added = known.add(description);
      await accounts.setTokens(added.id, username, tokens);
      return succeed({ controller: added, isAdded: true });
    }
    if (!controller) return UNKNOWN;
    const compared = { controller: controller.id, user: username, isMove: target.moved !== undefined };
    const agrees = await this.#compareHome(compared, tokens, deps);
    if (!agrees.ok) return agrees;
    if (target.moved) {
      const used = await pass?.use();
      if (used?.ok === false) return used;
      // Only after the comparison: a box with another home must not get a token of this one.
      const former = accounts.tokens(controller.id, username);
      if (former && !(await areVouchedFor(former, deps))) await accounts.refused(controller.id, username);
    }
    if (!known.get(controller.id)) return UNKNOWN;
    const { id } = controller;
    const room = caps.makeRoom(id, username);
    if (!room.ok) return room;
    if (doubtful.has(id)) await accounts.refused(id, username);
    // In the same tick as `makeRoom`, so that two sign-ins do not both take the last place. And before the controller is moved, so that
    // watchers continue at the new address with the new tokens.
    const kept = accounts.setTokens(id, username, tokens);
    if (target.moved) known.move(id, target.address, link);
    else known.signedIn(id, link);
    await kept;
    return succeed({ controller: known.get(id) ?? controller, isAdded: false });
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
  async #describe({ target, link }: PinnedPool, tokens: Tokens, deps: CallDeps): Promise<NewController> {
    const { found } = this.#deps;
    const info = await readWith(tokens, '/info', deps, INFO_DEADLINE_MS);
    const told = info.ok ? info.value : undefined;
    const heard = found.list().find(({ address }) => address === target.address);
    const name = cleanName(readName(told) ?? '') || heard?.name || target.address;
    const mac = readIdentity(told).mac ?? heard?.mac ?? null;
    return { name, address: target.address, mac, link };
  }

  async #compareHome(
    { controller, user, isMove }: { controller: string; user: string; isMove: boolean },
    tokens: Tokens,
    deps: CallDeps
  ): Promise<Result<null>> {
    const { fingerprints } = this.#deps;
    // For a new user there is nothing to compare. A move concerns all users of the controller.
    const isConcerned = isMove || fingerprints.has(controller, user);
    if (!isConcerned) return succeed(null);
    const devices = await readDevices(tokens, deps);
    if (!devices.ok) return devices;
    return fingerprints.match(controller, user, devices.value) === 'different' ? OTHER_HOME : succeed(null);
  }
}

/** The id of the controller that is certain before its link is known; null for a new one; undefined if the link decides. */
function certainOf(
  { candidates, mayBeNew, moved }: SignInTarget,
  { isNewHome = false }: SignIn
): string | null | undefined {
  if (moved) return moved.id;
  if (isNewHome || candidates.length === 0) return null;
  return mayBeNew || candidates.length > 1 ? undefined : candidates[0]?.id;
}

/** Timeout of other requests during a sign-in, in ms. */
const INFO_DEADLINE_MS = 3_000;

/** Reads the devices of a home that the user of these tokens sees. */
export async function readDevices(tokens: Tokens, deps: CallDeps): Promise<Result<readonly Device[]>> {
  const answer = await readWith(tokens, pathOfList(HOME_LISTS.devices), deps);
  if (!answer.ok) return answer;
  const devices = await decodeInTurns(answer.value, HOME_LISTS.devices);
  return devices ? succeed(devices.entries) : fail('controller-malformed', 'There is no list of devices.');
}
