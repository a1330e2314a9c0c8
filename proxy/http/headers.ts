/** What every answer says, whatever it is. */
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), bluetooth=()'
} as const;

/** What an answer says that is no page: nothing in it may run, and nobody keeps it. */
export const DATA_HEADERS = {
  ...EVERYWHERE,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'"
} as const;

/** To be asked for again each time, and kept only if it is the same. */
export const REVALIDATE = 'no-cache';

/** For a file whose name holds its content's hash: a year, unasked. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The policy of the service worker's script: a worker obeys the one that it came with, and this worker's whole work is to fetch our own
 * files. Under that of data it could not be installed.
 */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
