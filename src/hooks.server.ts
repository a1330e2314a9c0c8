import type { Handle } from '@sveltejs/kit';
import { building } from '$app/environment';

/** A link to any style sheet but the one that every first screen needs; see `build/chunks.mjs`. */
const LATE_STYLES = /\s*<link href="[^"]*\/assets\/(?!frame\.)[^"]+\.css" rel="stylesheet">/g;

/**
 * Runs once, when the build writes the page that all addresses share. SvelteKit links the style sheets of all components that the
 * layout imports lazily, and has no option against it: https://github.com/sveltejs/kit/issues/12709. Each comes with its script
 * anyway, so a first screen need not wait for them. The build fails when there is none: then this can go.
 */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, { transformPageChunk: ({ html }) => withoutLateStyles(html) });

function withoutLateStyles(html: string): string {
  const page = html.replace(LATE_STYLES, '');
  if (building && page === html)
    throw new Error('SvelteKit links no late style sheet: see src/hooks.server.ts.');
  return page;
}
