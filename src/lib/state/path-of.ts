/** A home, by the addresses of its pages. */
export interface Addressed {
  /** What precedes the paths of its pages; empty for the home of `/`. */
  readonly base: string;
}

const BASE = /^\/h\/([0-9a-f]{12})(?=\/|$)/;

/** Returns what precedes the paths of a home's pages where a browser has several. */
export const baseOf = (home: string): `/${string}` => `/h/${home}`;

/** Returns the id of the home that an address names; undefined for none. */
export const homeOf = (pathname: string): string | undefined => BASE.exec(pathname)?.[1];

/** Returns the path of a page from its address, which may name its home. */
export const pageOf = (pathname: string): string => pathname.replace(BASE, '') || '/';

/** Returns the address of a page. */
export const pathOf = ({ base }: Addressed, path: `/${string}`): string =>
  path === '/' ? base || '/' : base + path;
