import { createHash } from 'node:crypto';

const SECURE_NAME = '__Host-mantel';
const PLAIN_NAME = 'mantel';

/** 43 base64url characters: 256 bits. */
const VALUE = /^[A-Za-z0-9_-]{43}$/;

/** Maximum lifetime of a cookie in browsers, in seconds. The cookie of a kept screen is set again whenever the page opens. */
const MAX_AGE_S = 400 * 24 * 60 * 60;

/**
 * The cookie of a request. On https only the prefixed one counts, which other pages cannot set. Two cookies of one name are both ignored:
 * one of them was set by somebody else.
 */
export function readCookie(header: string | undefined, { https }: { https: boolean }): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  const named = (name: string) => pairs.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const secure = named(SECURE_NAME);
  const [value, ...more] = https || secure.length > 0 ? secure : named(PLAIN_NAME);
  return value !== undefined && more.length === 0 && VALUE.test(value) ? value : undefined;
}

/** The `Set-Cookie` that signs a screen in; `maxAge` in ms, null for the browser's maximum, and 0 to remove it. */
export function cookieOf(
  value: string,
  { https, maxAge }: { https: boolean; maxAge: number | null }
): string {
  const seconds = maxAge === null ? MAX_AGE_S : Math.floor(maxAge / 1000);
  const named = https ? `${SECURE_NAME}=${value}; Path=/; Secure` : `${PLAIN_NAME}=${value}; Path=/`;
  return `${named}; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
}

/** The hash of a cookie's value, as it is stored: SHA-256, base64url. */
export const hashOf = (cookie: string): string => createHash('sha256').update(cookie).digest('base64url');
