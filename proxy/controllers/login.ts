import { fail, succeed, type Result } from '#shared/errors';
import { HOME_LISTS } from '#shared/home-schema';
import type { Pool } from 'undici';
import { isUnsuccessful, interpretAnswer } from './answer';
import type { Clock } from '#shared/clock';
import { exchange } from './exchange';
import type { CallResult } from './failure';
import { pathOfList } from './home-lists';
import { isJson } from './json';
import { isAboutSomethingElse, isRefusal, renewalOf } from './renewal';
import type { Request } from './request';
import { decodeTokens, type Tokens } from './tokens';

/** How long a person who types a password waits for the controller's word about earlier tokens, in ms. */
export const CHECK_TIMEOUT_MS = 5_000;

/** Who signs in, and on what. */
interface Credentials {
  readonly username: string;
  readonly password: string;
  /** What the controller shall call the client. */
  readonly screen: string;
  /** By which the controller knows the client again. */
  readonly clientId: string;
}

/** What calls need that are made for one sign-in. */
export interface CallParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Asks a controller for tokens: Basic credentials (document 5.1) [D] and the body that a client was seen to send [O].
 * @returns `wrong-credentials`; `controller-malformed` where a success bears no token; or why there is no answer
 */
export async function login(
  { username, password, screen, clientId }: Credentials,
  parts: CallParts
): Promise<Result<Tokens>> {
  // Basic ends the name at its first colon, so this would be another user.
  if (username.includes(':')) return fail('wrong-credentials', 'No user has a colon in the name.');
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const body = JSON.stringify({ client: { id: clientId, name: screen, type: 'other', push_type: 'Any' } });
  const answer = await ask({ method: 'POST', path: '/auth/login', body }, `Basic ${basic}`, parts);
  if (!answer.ok) {
    const { code, status } = answer.error;
    const isWrong = (code === 'controller-refused' && status === 401) || isUnsuccessful(answer.error);
    if (isWrong) return fail('wrong-credentials', answer.error.message);
    // At an address that was typed the body may be anything: whoever tries a sign-in does not get to read it.
    const { detail: _, ...error } = answer.error;
    return { ok: false, error };
  }
  const tokens = decodeTokens(answer.value);
  return tokens ? succeed(tokens) : fail('controller-malformed', 'Its answer to the sign-in has no token.');
}

/** Reads something by the tokens of a sign-in that is not settled yet; undefined for an empty answer. */
export const readWith = (
  { access }: Tokens,
  path: string,
  parts: CallParts,
  deadlineMs?: number
): Promise<CallResult<unknown>> =>
  ask({ method: 'GET', path, ...(deadlineMs !== undefined && { deadlineMs }) }, `Bearer ${access}`, parts);

/**
 * Whether a controller vouches for tokens, by the access token or by the refresh token, which may be used up by the question: it is for
 * tokens that others replace anyway. One that does not answer vouches for nothing.
 */
export async function areVouchedFor({ access, refresh }: Tokens, parts: CallParts): Promise<boolean> {
  const path = pathOfList(HOME_LISTS.sections);
  const read = await readWith({ access, refresh }, path, parts, CHECK_TIMEOUT_MS);
  if (read.ok || isAboutSomethingElse(read.error)) return true;
  if (refresh === null || !isRefusal(read.error)) return false;
  const renewed = await ask({ ...renewalOf(refresh), deadlineMs: CHECK_TIMEOUT_MS }, undefined, parts);
  return renewed.ok && decodeTokens(renewed.value) !== null;
}

async function ask(
  request: Request,
  authorization: string | undefined,
  { pool, clock, signal }: CallParts
): Promise<CallResult<unknown>> {
  const answer = await exchange(pool, { ...request, signal }, { clock, authorization });
  const interpreted = answer.ok
    ? interpretAnswer(answer.value, { isCommand: false, now: clock.now(), isJson })
    : answer;
  return interpreted.ok ? succeed(interpreted.value.json?.value) : interpreted;
}
