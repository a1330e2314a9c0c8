/** The bounds of a first screen: bytes of scripts, styles and fonts after brotli, and requests with the page's own. */
export const FIRST_SCREEN = { bytes: 60_000, requests: 15 };

/**
 * Those of the app's own tiles of a home with favourites, after a first visit and after any other. 127.1 kB were measured: 4.8 kB more than
 * before a tile knew the modes of thermostats by number, the sensor of its own end point, what shares a tile, and what a device says of
 * itself; and 0.6 kB of words about the account of a home, since all words of a language but the first page's are one file.
 */
export const OWN_TILES = { bytes: 127_500, requests: 14 };
