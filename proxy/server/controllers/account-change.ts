import { fail, succeed, type Result } from '#shared/errors';
import { MIN_SOURCE_PASSWORD, type AccountDifference } from '#shared/household';
import type { ReadBody } from '#shared/routes';
import { isSendable, plain } from './account-name';
import type { Former } from './accounts';
import { UNKNOWN_CONTROLLER } from './known';
import { NO_SUCH_NAME, readWith, type CallDeps } from './login';
import type { Tokens } from './renewal';
import { devicesWithout, readSeenHome, type SeenHome } from './seen-home';
import { OTHER_HOME, type SignInTerms } from './sign-in';
import { callsAt, loginAt, targetOf, type SignInsDeps } from './sign-in-calls';
import type { SourceController } from './sources';

/** A person replaces the account of a home. */
export interface AccountChange extends ReadBody<'POST /api/controllers/:id/account'> {
  /** The controller's id. */
  readonly controller: string;
  /**
   * How much of the known home the new account has to see: half of it, if who asks manages the home; three quarters, if the controller has
   * refused the account of now.
   */
  readonly needs: 'half' | 'most';
  readonly former: Former;
  /** What changes for whom, for the detail of `account-differs`. `home` is null if the account of now cannot be asked. */
  readonly describe: (home: SeenHome | null, other: SeenHome) => AccountDifference;
}

/** What replacing an account depends on. */
type AccountChangeDeps = Omit<SignInsDeps, 'found' | 'hasRoom' | 'beforeTakeBack'>;

const SHORT_PASSWORD = fail('short-password', 'The password is too short.');
const NOT_RUNNING = fail('controller-unreachable', 'It does not run: nothing was changed.');
const NOT_SAVED = fail('not-saved', 'The disk is full or read-only: the password before stays valid.');
const DIFFERS = 'The other account has other devices: it has to be confirmed.';

/**
 * Replaces the account of a home. The home is read by the new one first, and has to be the known one. Its screens stay. At a source, which
 * has one account, its user name and password are set anew.
 * @returns `not-found`, `wrong-credentials`, `short-password`, `different-home`, `account-differs` with what changes unless that is
 * confirmed, why the pass could not be used, or why nothing could be read
 */
export async function replaceAccount(
  change: AccountChange,
  { pass, signal }: SignInTerms,
  household: AccountChangeDeps
): Promise<Result<null>> {
  const { known, accounts } = household;
  const { controller: id, username, password, former } = change;
  const held = known.get(id);
  if (held?.source !== 'known') return UNKNOWN_CONTROLLER;
  const { address } = held;
  const source = known.sourceAt(address);
  const target = targetOf({ kind: 'known', held, here: [], address, isTyped: false }, household);
  if (!target.ok) return target;
  const set = source ? await setPassword(source, change, pass) : succeed(null);
  if (!set.ok) return set;
  return callsAt(target.value, { ...household, signal }, async (_pinned, deps) => {
    // A refusal of the tokens of now is noticed before others replace them.
    await accounts.check(id);
    const signedIn = await loginAt(target.value, { username, password, screen: '' }, accounts, deps);
    if (!signedIn.ok) return signedIn;
    const { user, tokens } = signedIn.value;
    const agrees = source ? succeed(null) : await compareHomes(change, tokens, deps, household);
    if (!agrees.ok) return agrees;
    const used = source ? undefined : await pass?.use();
    if (used?.ok === false) return used;
    // It may have been forgotten meanwhile.
    if (!known.get(id)) return UNKNOWN_CONTROLLER;
    await accounts.set(id, user, tokens, former);
    return succeed(null);
  });
}

/** Sets the user name and the password of a source anew. */
async function setPassword(
  source: SourceController,
  { username, password }: AccountChange,
  pass: SignInTerms['pass']
): Promise<Result<null>> {
  if (!source.setPassword) return UNKNOWN_CONTROLLER;
  if (!isSendable(username)) return NO_SUCH_NAME;
  if (password.length < MIN_SOURCE_PASSWORD) return SHORT_PASSWORD;
  // One that does not answer would give no tokens for the new name.
  const socket = await source.connect();
  socket?.destroy();
  if (!socket) return NOT_RUNNING;
  const used = await pass?.use();
  if (used?.ok === false) return used;
  return (await source.setPassword(plain(username), password)) ? succeed(null) : NOT_SAVED;
}

/** Checks that another account sees the known home, and if it sees other devices of it, that a person has confirmed that. */
async function compareHomes(
  { controller: id, needs, isConfirmed, describe }: AccountChange,
  tokens: Tokens,
  deps: CallDeps,
  { accounts, fingerprints }: AccountChangeDeps
): Promise<Result<null>> {
  const read = await readSeenHome((path) => readWith(tokens, path, deps));
  if (!read.ok) return read;
  const other = read.value;
  const { devices } = other;
  const agrees = needs === 'most' ? fingerprints.isMostOf(id, devices) : !fingerprints.differs(id, devices);
  if (!agrees) return OTHER_HOME;
  const now = accounts.tokens(id) ? await readSeenHome((path) => accounts.client(id).read(path)) : null;
  const home = now?.ok ? now.value : null;
  const isSame = home
    ? devicesWithout(home, other).length === 0 && devicesWithout(other, home).length === 0
    : fingerprints.isSame(id, devices);
  if (isSame || isConfirmed) return succeed(null);
  return fail('account-differs', DIFFERS, describe(home, other));
}
