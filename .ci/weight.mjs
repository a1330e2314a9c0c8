/**
 * Measures what a browser loads before it can show a first screen: the page itself, and the scripts, styles
 * and fonts that its entry, its layouts, the page and the page's immediate lazy imports import statically.
 * Sizes are after brotli. Prints a table with the share of each file, and fails above the limits.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../build/steps.mjs';

/**
 * The bounds of a first screen: bytes of JS + CSS + fonts after brotli, and requests with the page's own: what the
 * design allows.
 */
export const bounds = { bytes: 60_000, requests: 15 };

/**
 * The possible first screens: signed in, and signed out. The page of the home imports its content lazily once
 * the session is known, so its lazy imports count.
 */
const firstScreens = [
  { route: '/', isThin: true },
  { route: '/connect', isThin: false }
];

const client = join(root, '.svelte-kit/output/client');
const generated = '.svelte-kit/generated/client-optimized';

/**
 * @typedef {{ file: string, imports?: string[], dynamicImports?: string[], css?: string[], assets?: string[] }} Chunk
 * @typedef {{ route: string, files: { file: string, bytes: number }[], bytes: number, requests: number }}
 * FirstScreen
 */

/**
 * Measures the first screens of the last build.
 * @returns {FirstScreen[]}
 */
export function firstScreenWeights() {
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));
  const entries = Object.keys(manifest).filter((key) =>
    /\/(runtime\/client\/entry|client-optimized\/app)\.js$/.test(key)
  );
  const nodes = readNodes();
  return firstScreens.map(({ route, isThin }) => {
    const page = nodes.find((node) => node.route === route && node.isPage);
    if (!page) throw new Error(`no page at ${route}`);
    const layouts = nodes.filter((node) => !node.isPage && page.folder.startsWith(node.folder));
    const files = new Set();
    const shown = isThin ? (manifest[page.key]?.dynamicImports ?? []) : [];
    for (const key of [...entries, ...[...layouts, page].map((node) => node.key), ...shown])
      collect(manifest, key, files);
    const weighed = [...files]
      .map((file) => ({ file, bytes: brotliCompressSync(readFileSync(join(client, file))).length }))
      .sort((a, b) => b.bytes - a.bytes);
    const bytes = weighed.reduce((sum, file) => sum + file.bytes, 0);
    return { route, files: weighed, bytes, requests: weighed.length + 1 };
  });
}

/** Kit's nodes. Each node is a layout or a page; its generated module names the component. */
function readNodes() {
  return readdirSync(join(root, generated, 'nodes')).flatMap((name) => {
    const text = readFileSync(join(root, generated, 'nodes', name), 'utf8');
    const found = /src\/routes\/(.*?)\+(layout|page)[@.]/.exec(text);
    if (!found) return [];
    const [, folder = '', kind] = found;
    const route = '/' + folder.replace(/\([^)]*\)\//g, '').replace(/\/$/, '');
    return [{ key: `${generated}/nodes/${name}`, folder, route, isPage: kind === 'page' }];
  });
}

/**
 * @param {Record<string, Chunk>} manifest
 * @param {string} key
 * @param {Set<string>} files
 */
function collect(manifest, key, files) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const file of [...(chunk.css ?? []), ...(chunk.assets ?? [])])
    if (['.css', '.woff2', '.woff'].includes(extname(file))) files.add(file);
  for (const next of chunk.imports ?? []) collect(manifest, next, files);
}

/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)}%`;

/**
 * Prints the weight of each first screen, with the share of each file.
 * @throws an Error with the same table above the limits
 */
export function checkWeights() {
  const screens = firstScreenWeights();
  const text = screens
    .flatMap(({ route, files, bytes, requests }) => [
      `first screen ${route}: ${kilobytes(bytes)} of ${kilobytes(bounds.bytes)} brotli, ${requests} of ${bounds.requests} requests`,
      ...files.map(
        (file) =>
          `  ${kilobytes(file.bytes).padStart(8)}  ${percent(file.bytes / bytes).padStart(4)}  ${file.file}`
      )
    ])
    .join('\n');
  if (screens.some(({ bytes, requests }) => bytes > bounds.bytes || requests > bounds.requests))
    throw new Error(`${text}\nThe first screen is too heavy.`);
  process.stderr.write(`${text}\n`);
}
