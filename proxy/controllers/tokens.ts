import { isRecord } from '#shared/home';

/** The tokens that a controller issued for a password: the access token, and the refresh token to renew it (document 5.2) [D]. */
export interface Tokens {
  readonly access: string;
  /** null if the controller issues none: then the sign-in ends with the access token. */
  readonly refresh: string | null;
}

/** A token is sent in a header, so it has to be printable ASCII. It may have up to 4 KiB. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;

const isToken = (value: unknown): value is string => typeof value === 'string' && TOKEN.test(value);

/**
 * Reads the reply to a sign-in or a renewal. The document names no fields, so `token` [O], `access_token` and `accessToken` are accepted,
 * and `refresh_token` [O] and `refreshToken`.
 * @returns null if there is no access token, or one of the two is not valid: the answer is malformed
 */
export function decodeTokens(reply: unknown): Tokens | null {
  if (!isRecord(reply)) return null;
  const access = reply['token'] ?? reply['access_token'] ?? reply['accessToken'];
  const refresh = reply['refresh_token'] ?? reply['refreshToken'] ?? null;
  if (!isToken(access)) return null;
  if (refresh === null || refresh === '') return { access, refresh: null };
  return isToken(refresh) ? { access, refresh } : null;
}
