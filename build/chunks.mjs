/**
 * How the app's scripts and styles are put together. Left alone, the bundler makes a file of every few modules
 * that the same pages share: forty requests before a first screen. Here what every first screen needs is one
 * file, and what the home or the connect page needs beside it another one.
 */

/**
 * @typedef {{ getModuleInfo: (id: string) => { importers: readonly string[] } | null }} Context
 * @typedef {{ name: (id: string, context: Context) => string | null }} Group
 */

const layout = '/src/routes/+layout.svelte';
const home = '/src/routes/Home.svelte';
const connect = '/src/routes/connect/+page.svelte';
/** What asks the proxy, with the schemas of its answers: no kept home waits for it. */
const proxy = '/src/lib/state/connection/proxy-routes.ts';
/** Kit's own component around all pages, with its style. */
const root = '/generated/root.svelte';

/** @type {Group[]} */
export const chunkGroups = [
  { name: (id, context) => (isNeededByAll(id, context) ? 'frame' : null) },
  { name: (id, context) => (isNeededBy(proxy, id, context) ? 'proxy' : null) },
  { name: (id, context) => (isNeededBy(home, id, context) ? 'home' : null) },
  { name: (id, context) => (isNeededBy(connect, id, context) ? 'connect' : null) }
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
 * Whether a page imports a module, itself or by way of others, not lazily.
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
