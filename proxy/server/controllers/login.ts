import type { Pool } from 'undici';
import type { Clock } from '#shared/clock';
import { fail, succeed, type Result } from '#shared/errors';
import { isRecord, type Device } from '#shared/home';
import { HOME_LISTS } from '#shared/home-schema';
import { readMac, type Mac } from '#shared/mac';
import { readText } from '#shared/read';
import type { ReadBody } from '#shared/routes';
import type { CancelSignal } from '../base/platform/abort';
import { isSendable } from './account-name';
import { interpretAnswer, isUnsuccessful, jsonOf } from './answer';
import { exchange, type Request } from './exchange';
import type { CallResult } from './failure';
import { pathOfList, readList } from './home-lists';
import { isAboutSomethingElse, isRefusal, renewalOf, decodeTokens, type Tokens } from './renewal';

/** The MAC that a controller claims in `GET /info` [O], by its `mac` or its `id`; null for none. */
export const readClaimedMac = (info: unknown): Mac | null =>
  isRecord(info) ? (readMac(info['mac']) ?? readMac(info['id'])) : null;

/** The name of the controller in `GET /info`; undefined if there is none. */
export const readName = (info: unknown) =>
  (isRecord(info) && readText(info['name'])?.slice(0, 256)) || undefined;

/** The status with which a controller that is set up by its first sign-in refuses a password [A]. */
const TOO_SHORT = 422;

/** Error for a name that no account has. */
export const NO_SUCH_NAME = fail('wrong-credentials', 'No account has an empty name, or one with a colon.');

/** Timeout for checking earlier tokens during a sign-in, in ms. */
export const CHECK_TIMEOUT_MS = 5_000;

/** Who signs in, and the name of the screen, by which the controller knows the client; empty for none. */
export type SignInCredentials = Pick<ReadBody<'POST /api/sign-in'>, 'username' | 'password' | 'screen'>;
/** What the calls of one sign-in depend on. */
export interface CallDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly signal: CancelSignal;
}

/**
 * Requests tokens from a controller, with Basic credentials (document 5.1) [D] and the body of a real client [O].
 * @returns `wrong-credentials`; `controller-malformed` if a success has no token; or why there is no answer
 */
export async function login(
  { username, password, screen }: SignInCredentials,
  clientId: string,
  deps: CallDeps
): Promise<Result<Tokens>> {
  if (!isSendable(username)) return NO_SUCH_NAME;
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const name = screen.trim() || 'Mantel';
  const body = JSON.stringify({ client: { id: clientId, name, type: 'other', push_type: 'Any' } });
  const answer = await ask({ method: 'POST', path: '/auth/login', body }, `Basic ${basic}`, deps);
  if (!answer.ok) {
    const { code, status } = answer.error;
    const isWrong = (code === 'controller-refused' && status === 401) || isUnsuccessful(answer.error);
    if (isWrong) return fail('wrong-credentials', answer.error.message);
    if (code === 'controller-refused' && status === TOO_SHORT)
      return fail('short-password', 'The password is too short.');
    // At an address that a person typed, the body can be anything. It must not be shown.
    const { detail: _, ...error } = answer.error;
    return { ok: false, error };
  }
  const tokens = decodeTokens(answer.value);
  return tokens ? succeed(tokens) : fail('controller-malformed', 'Its answer to the sign-in has no token.');
}

/** Reads a resource with the tokens of a sign-in that is not complete yet; null for an empty answer. */
export const readWith = (
  { access }: Tokens,
  path: string,
  deps: CallDeps,
  timeoutMs?: number
): Promise<CallResult<unknown>> => ask({ method: 'GET', path, timeoutMs }, `Bearer ${access}`, deps);

/** Reads the devices of a home that the account of these tokens sees. */
export const readDevices = (tokens: Tokens, deps: CallDeps): Promise<CallResult<readonly Device[]>> =>
  readList((path) => readWith(tokens, path, deps), HOME_LISTS.devices);

/**
 * Whether a controller accepts the access token or the refresh token. The check may use up the refresh token, so it is only for tokens that
 * are replaced anyway. Without an answer they count as not accepted.
 */
export async function areVouchedFor({ access, refresh }: Tokens, deps: CallDeps): Promise<boolean> {
  const path = pathOfList(HOME_LISTS.sections);
  const read = await readWith({ access, refresh }, path, deps, CHECK_TIMEOUT_MS);
  if (read.ok || isAboutSomethingElse(read.error)) return true;
  if (refresh === null || !isRefusal(read.error)) return false;
  const renewed = await ask({ ...renewalOf(refresh), timeoutMs: CHECK_TIMEOUT_MS }, undefined, deps);
  return renewed.ok && decodeTokens(renewed.value) !== null;
}

async function ask(
  request: Request,
  authorization: string | undefined,
  { pool, clock, signal }: CallDeps
): Promise<CallResult<unknown>> {
  const answer = await exchange(pool, { ...request, signal }, { clock, authorization });
  return jsonOf(answer.ok ? interpretAnswer(answer.value, request, clock.now()) : answer);
}
