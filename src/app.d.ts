/** The package's version, set at build time. */
declare const __MANTEL_VERSION__: string;

/** When the program was built, in ms since the epoch. No certificate has an earlier start date. */
declare const __MANTEL_BUILT_AT__: number;

declare namespace App {
  /** The state of a sheet over a page, stored in its history entry. Back closes the sheet. */
  interface PageState {
    /** The open sheet. `depth` is the number of history entries above the page. */
    sheet?: {
      of: 'device' | 'room';
      id: number;
      part: 'whole' | 'appearance' | 'icon' | 'lights';
      depth: number;
    };
  }
}
