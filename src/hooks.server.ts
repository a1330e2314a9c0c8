import type { Handle } from '@sveltejs/kit';

/** The style sheet that every first screen needs; see `build/chunks.mjs`. */
const LATE_STYLES = /\s*<link href="[^"]*\/assets\/(?!frame\.)[^"]+\.css" rel="stylesheet">/g;

/**
 * Runs once, when the build writes the page that all addresses share. Kit lists the style sheets of whatever the layout may import
 * later; each comes with its script anyway, so a first screen need not wait for them.
 */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, { transformPageChunk: ({ html }) => html.replace(LATE_STYLES, '') });
