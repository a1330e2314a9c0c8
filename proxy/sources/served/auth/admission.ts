import { createHash, timingSafeEqual } from 'node:crypto';
import type { ErrorName } from '../errors';
import type { IssuedTokens } from './tokens';

/** The error of a user name and a password; undefined if they are right. It takes the same time for each wrong one. */
export type CheckPassword = (
  username: string,
  password: string
) => ErrorName | undefined | Promise<ErrorName | undefined>;

/** Checks one user whose password is known. */
export const knownPassword =
  (user: string, secret: string): CheckPassword =>
  (username, password) =>
    isSameSecret(`${username}:${password}`, `${user}:${secret}`) ? undefined : 'wrongCredentials';

/** Authenticates requests by their `Authorization` header (document 5) [D]. */
export class Admission {
  readonly #tokens: Pick<IssuedTokens, 'use'>;
  readonly #refusalOf: CheckPassword;

  constructor(tokens: Pick<IssuedTokens, 'use'>, refusalOf: CheckPassword) {
    this.#tokens = tokens;
    this.#refusalOf = refusalOf;
  }

  /** Checks Basic or Bearer credentials. Returns the error, or undefined if they are valid. */
  async refusalOf(authorization: string | undefined): Promise<ErrorName | undefined> {
    const bearer = credentialsOf(authorization, 'bearer');
    if (bearer === undefined) return this.basicRefusalOf(authorization);
    return this.#tokens.use(bearer) ? undefined : 'deadToken';
  }

  /** Checks Basic credentials only, for a sign-in. Returns the error, or undefined if they are valid. */
  async basicRefusalOf(authorization: string | undefined): Promise<ErrorName | undefined> {
    const basic = credentialsOf(authorization, 'basic');
    if (basic === undefined) return 'notSignedIn';
    const given = Buffer.from(basic, 'base64').toString('utf8');
    const [, username, password] = /^([^:]*):(.*)$/s.exec(given) ?? [];
    if (username === undefined || password === undefined) return 'wrongCredentials';
    return this.#refusalOf(username, password);
  }
}

/** The credentials after the scheme, which is case-insensitive (RFC 9110 §11.1). */
function credentialsOf(authorization: string | undefined, scheme: string): string | undefined {
  const [given, credentials, ...rest] = (authorization ?? '').trim().split(/ +/);
  return given?.toLowerCase() === scheme && rest.length === 0 ? credentials : undefined;
}

/** Whether two texts are the same, in the same time for each. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
