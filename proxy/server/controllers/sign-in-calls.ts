import { randomUUID } from 'node:crypto';
import { succeed, type Result } from '#shared/errors';
import type { CancelSignal } from '../base/platform/abort';
import { isSameName, plain } from './account-name';
import type { Accounts } from './accounts';
import { PinnedPool, type ControllerNetwork, type SignInTarget } from './connection';
import type { FoundControllers } from './discovery/found-controllers';
import type { HomeFingerprints } from './home-fingerprints';
import { UNKNOWN_CONTROLLER } from './known';
import { login, type CallDeps, type SignInCredentials } from './login';
import type { Tokens } from './renewal';
import type { SignInCase } from './sign-in-case';

/** What signing in depends on. */
export interface SignInsDeps extends ControllerNetwork {
  readonly accounts: Accounts;
  readonly found: Pick<FoundControllers, 'list'>;
  readonly fingerprints: HomeFingerprints;
  /** Checks whether there is room for another home. */
  readonly hasRoom: () => Result<null, 'household-full' | 'too-many-screens'>;
  /** Locks all screens of a home and ends its recovery code, before the account before takes it back. Resolves when that is on the disk. */
  readonly beforeTakeBack: (controller: string) => Promise<unknown>;
  /** The HTTP port of controllers. */
  readonly port: number;
  /** Checks that an address may be connected to. Returns it, or `bad-address`. */
  readonly readAddress: (text: string) => Result<string>;
}

/** Where the calls of a sign-in go. @returns `bad-address`, or `not-found` for a source that is said to be elsewhere */
export function targetOf(
  { kind, held, address, isTyped }: SignInCase,
  { known, port, readAddress }: Pick<SignInsDeps, 'known' | 'port' | 'readAddress'>
): Result<SignInTarget> {
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
export async function callsAt<T>(
  target: SignInTarget,
  { signal, ...network }: ControllerNetwork & { readonly signal: CancelSignal },
  run: (pinned: PinnedPool, deps: CallDeps) => Promise<Result<T>>
): Promise<Result<T>> {
  const { clock, known } = network;
  const pinned = new PinnedPool(target, network);
  try {
    const result = await run(pinned, { pool: pinned.pool, clock, signal });
    if (result.ok) await known.saved();
    return result;
  } finally {
    void pinned.pool.destroy();
  }
}

/**
 * Requests tokens. The account of a home is named as the controller knows it, however it was typed. Another account is another client:
 * a controller may end the tokens that a client had before.
 * @returns the name of the account and its tokens
 */
export async function loginAt(
  { candidates, moved }: SignInTarget,
  credentials: SignInCredentials,
  accounts: Accounts,
  deps: CallDeps
): Promise<Result<{ readonly user: string; readonly tokens: Tokens }>> {
  const homes = moved ? [moved] : candidates;
  const names = homes.flatMap(({ id }) => accounts.userOf(id) ?? []);
  const own = names.find((name) => isSameName(name, credentials.username));
  const user = own ?? plain(credentials.username);
  const client = own !== undefined || homes.length === 0 ? accounts.clientId : randomUUID();
  const tokens = await login({ ...credentials, username: user }, client, deps);
  return tokens.ok ? succeed({ user, tokens: tokens.value }) : tokens;
}
