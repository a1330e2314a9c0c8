/**
 * How the app's scripts and styles are grouped into files. By default, the bundler makes a file for each set
 * of modules that the same pages share, which is forty requests before a first screen. Here one file holds
 * what every first screen needs, and one more each what the home and the connect page need in addition.
 */

/**
 * @typedef {{ getModuleInfo: (id: string) => { importers: readonly string[] } | null }} Context
 * @typedef {{ name: (id: string, context: Context) => string | null }} Group
 */

const layout = '/src/routes/+layout.svelte';
const home = '/src/routes/Home.svelte';
const connect = '/src/routes/connect/+page.svelte';
/** The proxy's client, with the schemas of its responses. A cached home is shown before it loads. */
const proxy = '/src/lib/state/connection/proxy-routes.ts';
/** Kit's component around all pages, with its style. */
const root = '/generated/root.svelte';

/**
 * The components beyond the first screens. Every lazy import names the style sheets that it needs: one file for all keeps these lists short.
 */
const components = '/src/lib/components/';

/** @type {Group[]} */
export const chunkGroups = [
  { name: (id, context) => (isNeededByAll(id, context) ? 'frame' : null) },
  { name: (id, context) => (isNeededBy(proxy, id, context) ? 'proxy' : null) },
  { name: (id, context) => (isNeededBy(home, id, context) ? 'home' : null) },
  { name: (id, context) => (isNeededBy(connect, id, context) ? 'connect' : null) },
  { name: (id) => (id.includes(components) ? 'components' : null) }
];

/**
 * @param {string} id
 * @param {Context} context
 */
function isNeededByAll(id, context) {
  return (
    id.includes(root) ||
    isNeededBy(layout, id, context) ||
    (isNeededBy(home, id, context) && isNeededBy(connect, id, context))
  );
}

/**
 * Whether a page imports a module statically, directly or through other modules.
 * @param {string} page the end of its path
 * @param {string} id
 * @param {Context} context
 * @param {Set<string>} seen
 * @returns {boolean}
 */
function isNeededBy(page, id, context, seen = new Set()) {
  if (seen.has(id)) return false;
  seen.add(id);
  if (id.endsWith(page)) return true;
  return (context.getModuleInfo(id)?.importers ?? []).some((next) => isNeededBy(page, next, context, seen));
}
