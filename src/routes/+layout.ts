/** One page for every URL: the home is known only in the browser, not at build time. */
export const ssr = false;
export const prerender = false;
