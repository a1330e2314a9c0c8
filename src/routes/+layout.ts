/** One page for every address: the home lives in the browser, and nothing about it is known at build time. */
export const ssr = false;
export const prerender = false;
