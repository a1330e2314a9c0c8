/** The bounds of a first screen: bytes of scripts, styles and fonts after brotli, and requests with the page's own. */
export const FIRST_SCREEN = { bytes: 60_000, requests: 15 };

/** Those of the app's own tiles of a home with favourites, after a first visit and after any other. */
export const OWN_TILES = { bytes: 125_000, requests: 14 };
