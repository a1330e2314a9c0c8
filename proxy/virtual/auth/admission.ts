import { createHash, timingSafeEqual } from 'node:crypto';
import type { ErrorName } from '../errors';
import type { Tokens } from './tokens';

/** Who is behind a request, by its `Authorization` header (document 5) [D]. */
export class Admission {
  readonly #tokens: Tokens;
  readonly #username: string;
  #password: string;

  constructor(tokens: Tokens, username: string, password: string) {
    this.#tokens = tokens;
    this.#username = username;
    this.#password = password;
  }

  /** From now on only another password is right, and no token that was given for the old one. */
  changePassword(password: string) {
    this.#password = password;
    this.#tokens.expireAccess();
    this.#tokens.expireRefresh();
  }

  /** Why a call may not pass, by Basic or Bearer; undefined where it may. */
  refusalOf(authorization: string | undefined): ErrorName | undefined {
    const bearer = credentialsOf(authorization, 'bearer');
    if (bearer === undefined) return this.basicRefusalOf(authorization);
    return this.#tokens.use(bearer) ? undefined : 'deadToken';
  }

  /** Why a call may not pass by Basic alone, as a sign-in needs it; undefined where it may. */
  basicRefusalOf(authorization: string | undefined): ErrorName | undefined {
    const basic = credentialsOf(authorization, 'basic');
    if (basic === undefined) return 'notSignedIn';
    const given = Buffer.from(basic, 'base64').toString('utf8');
    return isSameSecret(given, `${this.#username}:${this.#password}`) ? undefined : 'wrongCredentials';
  }
}

/** What follows the scheme's name, whose letters may be of any case (RFC 9110 §11.1). */
function credentialsOf(authorization: string | undefined, scheme: string): string | undefined {
  const [given, credentials, ...rest] = (authorization ?? '').trim().split(/ +/);
  return given?.toLowerCase() === scheme && rest.length === 0 ? credentials : undefined;
}

function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
