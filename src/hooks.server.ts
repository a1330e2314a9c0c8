import type { Handle } from '@sveltejs/kit';
import { building, version } from '$app/environment';
import { drawSnapshot } from '$features/home/snapshot/draw-snapshot';
import { SNAPSHOT_ID, SNAPSHOT_RULES } from '$features/home/snapshot/snapshot';
import { takeTouches } from '$features/home/snapshot/snapshot-touches';

/** A link to any style sheet except the one that every first screen needs; see `build/chunks.mjs`. */
const LATE_STYLES = /\s*<link href="[^"]*\/assets\/(?!frame\.)[^"]+\.css" rel="stylesheet">/g;

/** A hint to load and compile a module before the page is read that far. */
const PRELOADS = /\s*<link href="[^"]*" rel="modulepreload">/g;

/** Where the page has the script that draws the home as it was last seen. */
const SNAPSHOT_MARK = '%mantel.snapshot%';

/** Completes the page. It runs once, when the build writes the page for all URLs. */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, {
    transformPageChunk: ({ html }) => withSnapshot(withoutPreloads(withoutLateStyles(html)))
  });

/**
 * Removes lazy style sheets from the page. SvelteKit links the style sheets of all components that the layout imports lazily, and has
 * no option to prevent that: https://github.com/sveltejs/kit/issues/12709. Each style sheet is loaded with its script anyway. The
 * build fails if there is no such link: then this function can be removed.
 */
function withoutLateStyles(html: string): string {
  const page = html.replace(LATE_STYLES, '');
  if (building && page === html)
    throw new Error('SvelteKit links no late style sheet: see src/hooks.server.ts.');
  return page;
}

/**
 * Removes the preloads. The start of the app asks for the same modules as soon as the snapshot is built; before, they only take its time: a
 * seventh of the time to a tile that takes a touch.
 */
const withoutPreloads = (html: string): string => html.replace(PRELOADS, '');

function withSnapshot(html: string): string {
  const call = [version, SNAPSHOT_ID, SNAPSHOT_RULES].map((each) => JSON.stringify(each));
  const args = [...call, takeTouches.toString()].join();
  return html.replace(SNAPSHOT_MARK, () => `<script>(${drawSnapshot.toString()})(${args})</script>`);
}
