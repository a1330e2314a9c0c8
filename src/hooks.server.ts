import type { Handle } from '@sveltejs/kit';
import { building } from '$app/environment';

/** A link to any style sheet except the one that every first screen needs; see `build/chunks.mjs`. */
const LATE_STYLES = /\s*<link href="[^"]*\/assets\/(?!frame\.)[^"]+\.css" rel="stylesheet">/g;

/**
 * Removes lazy style sheets from the page. It runs once, when the build writes the page for all URLs. SvelteKit links
 * the style sheets of all components that the layout imports lazily, and has no option to prevent that:
 * https://github.com/sveltejs/kit/issues/12709. Each style sheet is loaded with its script anyway. The build fails if
 * there is no such link: then this hook can be removed.
 */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, { transformPageChunk: ({ html }) => withoutLateStyles(html) });

function withoutLateStyles(html: string): string {
  const page = html.replace(LATE_STYLES, '');
  if (building && page === html)
    throw new Error('SvelteKit links no late style sheet: see src/hooks.server.ts.');
  return page;
}
