import { readFileSync } from 'node:fs';
import type { Handle } from '@sveltejs/kit';
import { isRecord } from '#shared/home';
import { building } from '$app/environment';
import { parseRecord } from '$lib/state/preferences/persisted.svelte';

/** A link to a style sheet, or a hint to load a module before the page is read that far. */
const LINKS = /\s*<link href="[^"]*" rel="(?:stylesheet|modulepreload)">/g;

/** Where the build puts the files of browsers, and its list of them. */
const FILES = '.svelte-kit/output/client';

/**
 * Completes the page. It runs once, when the build writes the page for all URLs. The styles of the first screen are in it, and its script
 * stands before the router's: neither waits for another file. Every other style sheet is loaded with its script, so SvelteKit's links to
 * those of all components that the layout imports lazily go (https://github.com/sveltejs/kit/issues/12709), and with them the hints to
 * modules that the app asks for itself once the first screen is drawn.
 */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, {
    transformPageChunk: ({ html }) =>
      building ? html.replaceAll(LINKS, '').replace('</head>', () => `${firstScreen()}</head>`) : html
  });

/** The styles of the first screen, and its script: the chunk with `hooks.client.ts`. */
function firstScreen(): string {
  const manifest = parseRecord(readFileSync(`${FILES}/.vite/manifest.json`, 'utf8'));
  const first = Object.values(manifest).find((chunk) => isRecord(chunk) && chunk['name'] === 'first');
  const { file, css } = isRecord(first) ? first : {};
  if (typeof file !== 'string' || !Array.isArray(css) || typeof css[0] !== 'string')
    throw new Error('The build has no chunk "first" with styles: see build/chunks.mjs.');
  const styles = readFileSync(`${FILES}/${css[0]}`, 'utf8');
  // Without `blocking`, Chromium paints an empty page before it.
  return `<style data-href="/${css[0]}">${styles}</style><script type="module" blocking="render" src="/${file}"></script>`;
}
