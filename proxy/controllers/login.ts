import { fail, succeed, type Result } from '#shared/errors';
import type { Pool } from 'undici';
import { judge } from './answer';
import type { Clock } from '../clock';
import { exchange } from './exchange';
import { isJson, parseJson } from './json';
import { COMMON_HEADERS, JSON_BODY, type Request } from './request';
import { decodeTokens, type Tokens } from './tokens';

/** What is known of a controller beside its answer must not hold a sign-in up for longer, in ms. */
const INFO_DEADLINE_MS = 3_000;

/** Who signs in, and on what. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** What the controller shall call the client. */
  readonly screen: string;
  /** By which the controller knows the client again. */
  readonly clientId: string;
}

/**
 * Asks a controller for tokens: Basic credentials (document 5.1) [D] and the body that a client was seen to send [O].
 * @returns `wrong-credentials`; `controller-malformed` where a success bears no token; or why there is no answer
 */
export async function login(
  pool: Pool,
  credentials: Credentials,
  { clock, signal }: { clock: Clock; signal: AbortSignal }
): Promise<Result<Tokens>> {
  const { username, password, screen, clientId } = credentials;
  // Basic ends the name at its first colon, so this would be another user.
  if (username.includes(':')) return fail('wrong-credentials', 'No user has a colon in the name.');
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const answer = await ask(pool, clock, {
    method: 'POST',
    path: '/auth/login',
    headers: { ...COMMON_HEADERS, ...JSON_BODY, authorization: `Basic ${basic}` },
    body: JSON.stringify({ client: { id: clientId, name: screen, type: 'other', push_type: 'Any' } }),
    signal
  });
  if (!answer.ok) {
    const isWrong = answer.error.code === 'controller-refused' && answer.error.status === 401;
    return isWrong ? fail('wrong-credentials', answer.error.message) : answer;
  }
  const tokens = decodeTokens(answer.value);
  return tokens ? succeed(tokens) : fail('controller-malformed', 'Its answer to the sign-in has no token.');
}

/** What the controller says of itself: `GET /info` [O]. Undefined where it does not answer that. */
export async function askInfo(
  pool: Pool,
  { access }: Tokens,
  { clock, signal }: { clock: Clock; signal: AbortSignal }
): Promise<unknown> {
  const headers = { ...COMMON_HEADERS, authorization: `Bearer ${access}` };
  const info = await ask(pool, clock, {
    method: 'GET',
    path: '/info',
    headers,
    signal,
    deadlineMs: INFO_DEADLINE_MS
  });
  return info.ok ? info.value : undefined;
}

async function ask(pool: Pool, clock: Clock, request: Request) {
  const answer = await exchange(pool, request, clock);
  const judged = answer.ok ? judge(answer.value, { isCommand: false, now: clock.now(), isJson }) : answer;
  if (!judged.ok) return judged;
  return succeed(judged.value.body ? parseJson(judged.value.body) : undefined);
}
