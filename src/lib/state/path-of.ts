/** A home, by the addresses of its pages. */
export interface Addressed {
  /** What precedes the paths of its pages; empty for the home of `/`. */
  readonly base: string;
}

/** Returns the address of a page. */
export const pathOf = ({ base }: Addressed, path: `/${string}`): string =>
  path === '/' ? base || '/' : base + path;
