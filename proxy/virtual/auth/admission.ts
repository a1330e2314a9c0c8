import { createHash, timingSafeEqual } from 'node:crypto';
import type { ErrorName } from '../errors';
import type { Tokens } from './tokens';

/** Authenticates requests by their `Authorization` header (document 5) [D]. */
export class Admission {
  readonly #tokens: Tokens;
  readonly #username: string;
  #password: string;

  constructor(tokens: Tokens, username: string, password: string) {
    this.#tokens = tokens;
    this.#username = username;
    this.#password = password;
  }

  /** Changes the password and expires all tokens. */
  changePassword(password: string) {
    this.#password = password;
    this.#tokens.expireAccess();
    this.#tokens.expireRefresh();
  }

  /** Checks Basic or Bearer credentials. Returns the error, or undefined if they are valid. */
  refusalOf(authorization: string | undefined): ErrorName | undefined {
    const bearer = credentialsOf(authorization, 'bearer');
    if (bearer === undefined) return this.basicRefusalOf(authorization);
    return this.#tokens.use(bearer) ? undefined : 'deadToken';
  }

  /** Checks Basic credentials only, for a sign-in. Returns the error, or undefined if they are valid. */
  basicRefusalOf(authorization: string | undefined): ErrorName | undefined {
    const basic = credentialsOf(authorization, 'basic');
    if (basic === undefined) return 'notSignedIn';
    const given = Buffer.from(basic, 'base64').toString('utf8');
    return isSameSecret(given, `${this.#username}:${this.#password}`) ? undefined : 'wrongCredentials';
  }
}

/** The credentials after the scheme, which is case-insensitive (RFC 9110 §11.1). */
function credentialsOf(authorization: string | undefined, scheme: string): string | undefined {
  const [given, credentials, ...rest] = (authorization ?? '').trim().split(/ +/);
  return given?.toLowerCase() === scheme && rest.length === 0 ? credentials : undefined;
}

function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
