/** Headers of every response. */
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=()'
} as const;

/** Headers of responses that are not pages: if a browser shows one, it loads, runs and sends nothing. They are not cached. */
export const DATA_HEADERS = {
  ...EVERYWHERE,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; form-action 'none'"
} as const;

/** Headers of API responses. If a browser shows one, it has no origin either. */
export const API_HEADERS = {
  ...DATA_HEADERS,
  'content-security-policy': `${DATA_HEADERS['content-security-policy']}; sandbox`
} as const;

/** Cache control of files that are revalidated each time. */
export const REVALIDATE = 'no-cache';

/** Cache control of files with a content hash in their name: a year without revalidation. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The `Content-Security-Policy` of the service worker's script, which applies to the worker itself. It allows requests to our own files.
 * With the policy of `DATA_HEADERS` the worker could not be installed.
 */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
