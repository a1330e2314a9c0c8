/** The bounds of a first screen: bytes of scripts, styles and fonts after brotli, and requests with the page's own. */
export const FIRST_SCREEN = { bytes: 66_000, requests: 15 };
