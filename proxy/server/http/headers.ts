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
