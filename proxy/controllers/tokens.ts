import { isRecord } from '#shared/home';

/** What a controller gave a user for the password: the way in, and the way to a new one (document 5.2) [D]. */
export interface Tokens {
  readonly access: string;
  /** null where the controller issues none: then the end of the access token is the end of the sign-in. */
  readonly refresh: string | null;
}

/** A token goes into a header, so it is printable ASCII; and nobody needs more than 4 KiB of it. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;

const isToken = (value: unknown): value is string => typeof value === 'string' && TOKEN.test(value);

/**
 * Reads the reply to a sign-in or a renewal. The document names no fields, so `token` [O], `access_token` and `accessToken`
 * count, and `refresh_token` [O] and `refreshToken`.
 * @returns null where there is no access token, or one of the two could not be used: a malformed answer
 */
export function decodeTokens(reply: unknown): Tokens | null {
  if (!isRecord(reply)) return null;
  const access = reply['token'] ?? reply['access_token'] ?? reply['accessToken'];
  const refresh = reply['refresh_token'] ?? reply['refreshToken'] ?? null;
  if (!isToken(access)) return null;
  if (refresh === null || refresh === '') return { access, refresh: null };
  return isToken(refresh) ? { access, refresh } : null;
}
