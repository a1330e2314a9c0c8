/** The package's version, written in at build time. */
declare const __MANTEL_VERSION__: string;

/** When the program was built, in ms since the epoch: no certificate is ever dated before it. */
declare const __MANTEL_BUILT_AT__: number;
