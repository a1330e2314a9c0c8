/** The package's version, written in at build time. */
declare const __MANTEL_VERSION__: string;

/** When the program was built, in ms since the epoch: no certificate is ever dated before it. */
declare const __MANTEL_BUILT_AT__: number;

declare namespace App {
  /** What lies over a page, kept with its place in the history: Back closes it. */
  interface PageState {
    /** The sheet, and how many steps of the history it lies above the page. */
    sheet?: { of: 'device' | 'room'; id: number; part: 'whole' | 'appearance'; depth: number };
  }
}
