import { fail, succeed, type ErrorCode, type Result } from '#shared/errors';
import type { Accounts } from './accounts';
import type { KnownController } from './known';
import { areVouchedFor, login } from './login';
import { PinnedPool } from './connection';
import { readDevices, type SignInsDeps, type SignInTerms } from './sign-in';
import type { Tokens } from './renewal';
import type { CancelSignal } from '../platform/cancel-signal';

/** A person gives the new address of a controller. */
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

/** Whether a move was refused for good, and not because the password or an answer is still missing. */
export const isRefusedMove = (code: ErrorCode): boolean =>
  code === 'different-home' || code === 'wrong-credentials' || code === 'setup-code-needed';

const PASSWORD_NEEDED = fail('password-needed', 'The controller there refuses the tokens.');

/** Moves known controllers to an address that a person gives, if the home there is the known one. */
export class Moves {
  readonly #deps: SignInsDeps;

  constructor(deps: SignInsDeps) {
    this.#deps = deps;
  }

  /**
   * Reads the home at the new address, and moves the controller there if it matches. Otherwise nothing changes.
   * @returns `not-found`, `bad-address`, `password-needed`, `wrong-credentials`, `different-home`, `setup-code-needed` if the pass ended
   * meanwhile, or why nothing could be read there
   */
  async move(
    { controller: id, screen, user, address, password }: ControllerMove,
    { pass, signal }: { pass: NonNullable<SignInTerms['pass']>; signal: CancelSignal }
  ): Promise<Result<KnownController>> {
    const { known, accounts, fingerprints, clock, port } = this.#deps;
    const controller = known.get(id);
    if (controller?.source !== 'known') return fail('not-found', 'No controller of this id is known.');
    const read = this.#deps.readAddress(address);
    if (!read.ok) return read;
    const target = { address: read.value, port, candidates: [], mayBeNew: true, moved: controller };
    const pinned = new PinnedPool(target, this.#deps);
    const deps = { pool: pinned.pool, clock, signal };
    try {
      const tokens = await tokensFor({ accounts, id, user, password }, deps);
      if (!tokens.ok) return tokens;
      const devices = await readDevices(tokens.value, deps);
      if (!devices.ok) return isRefusal(devices.error) && password === undefined ? PASSWORD_NEEDED : devices;
      if (fingerprints.match(id, user, devices.value) === 'different')
        return fail('different-home', 'The home there is not the one that was known.');
      const used = await pass.use();
      if (!used.ok) return used;
      // Only after the comparison: a box with another home must not get a token of this one.
      const former = password === undefined ? null : accounts.tokens(id, user);
      if (former && !(await areVouchedFor(former, deps))) await accounts.refused(id, user, screen);
      // The new tokens first: watchers continue with them at the new address.
      const kept = password === undefined ? undefined : accounts.setTokens(id, user, tokens.value);
      known.move(id, read.value, pinned.link);
      await kept;
      await known.saved();
      return succeed(known.get(id) ?? controller);
    } finally {
      void pinned.pool.destroy();
    }
  }
}

/** The tokens to read the home with: the stored ones, or new ones for a password. */
async function tokensFor(
  {
    accounts,
    id,
    user,
    password
  }: { accounts: Accounts; id: string; user: string; password: string | undefined },
  deps: Parameters<typeof login>[1]
): Promise<Result<Tokens>> {
  const tokens = accounts.tokens(id, user);
  if (password === undefined) return tokens ? succeed(tokens) : PASSWORD_NEEDED;
  return login({ username: user, password, screen: 'Mantel', clientId: accounts.clientId }, deps);
}

const isRefusal = (failure: object) => 'status' in failure && failure.status === 401;
