import { createHash } from 'node:crypto';

/** The names of our cookies: one for each controller. */
const NAME = /^(?<secure>__Host-)?mantel-(?<controller>[0-9a-f]{12})$/;

/** 43 base64url characters: 256 bits. */
const VALUE = /^[A-Za-z0-9_-]{43}$/;

/** Maximum lifetime of a cookie in browsers, in seconds. The cookie of a kept screen is set again whenever the page opens. */
const MAX_AGE_S = 400 * 24 * 60 * 60;

/** Values of cookies by the id of their controller. */
export type Cookies = ReadonlyMap<string, string>;

/**
 * The cookies of a request. On https only prefixed ones count, which other pages cannot set. Two cookies of one name are both ignored:
 * one of them was set by somebody else.
 */
export function readCookies(header: string | undefined, { https }: { https: boolean }): Cookies {
  const named = (header ?? '').split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.trim().split('=');
    const groups = NAME.exec(name)?.groups;
    if (!groups) return [];
    return [{ isSecure: groups['secure'] !== undefined, of: groups['controller'] ?? '', value }];
  });
  const isSecureOnly = https || named.some(({ isSecure }) => isSecure);
  const values = new Map<string, string>();
  for (const { isSecure, of, value } of named)
    if (isSecure === isSecureOnly) values.set(of, values.has(of) || !VALUE.test(value) ? '' : value);
  return new Map([...values].filter(([, value]) => value !== ''));
}

/** What else a `Set-Cookie` says: `maxAge` in ms, null for the browser's maximum, and 0 to remove it. */
interface CookieTerms {
  /** The id of the controller. */
  readonly of: string;
  readonly https: boolean;
  readonly maxAge: number | null;
}

/** The `Set-Cookie` that signs a screen in. */
export function cookieOf(value: string, { of, https, maxAge }: CookieTerms): string {
  const seconds = maxAge === null ? MAX_AGE_S : Math.floor(maxAge / 1000);
  const name = `${https ? '__Host-' : ''}mantel-${of}`;
  return `${name}=${value}; Path=/${https ? '; Secure' : ''}; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
}

/** The hash of a cookie's value, as it is stored: SHA-256, base64url. */
export const hashOf = (cookie: string): string => createHash('sha256').update(cookie).digest('base64url');
