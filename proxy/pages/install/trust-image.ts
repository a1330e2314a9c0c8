/** Path of an image that a browser loads only if it trusts our certificate. Its content has no meaning. */
export const TRUST_PATH = '/trust.svg';

/** The only resource that other origins may load. Our install page over plain http is another origin. */
export const TRUST_IMAGE = {
  type: 'image/svg+xml',
  headers: { 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-store' },
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><path fill="#2e7d32" d="m9 16.2-4.2-4.2-1.4 1.4L9 19 21 7l-1.4-1.4z"/></svg>\n'
} as const;
