import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { readText, root } from './repository';
import { FIRST_SCREEN } from './weight';

const client = join(root, '.svelte-kit/output/client');
const generated = '.svelte-kit/generated/client-optimized';

const files = v.optional(v.array(v.string()), []);
const schema = v.record(
  v.string(),
  v.object({ file: v.string(), imports: files, dynamicImports: files, css: files, assets: files })
);
type Manifest = v.InferOutput<typeof schema>;

/** Kit's nodes. Each is a layout or a page; its generated module names the component. */
function readNodes() {
  return readdirSync(join(root, generated, 'nodes')).flatMap((name) => {
    const text = readText(`${generated}/nodes/${name}`);
    const [, folder, kind] = /src\/routes\/(.*?)\+(layout|page)[@.]/.exec(text) ?? [];
    if (folder === undefined) return [];
    const route = '/' + folder.replace(/\([^)]*\)\//g, '').replace(/\/$/, '');
    return [{ key: `${generated}/nodes/${name}`, folder, route, isPage: kind === 'page' }];
  });
}

/** Adds the file of a chunk, its styles and fonts, and those of its static imports. */
function collect(manifest: Manifest, key: string, found: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return;
  found.add(chunk.file);
  for (const file of [...chunk.css, ...chunk.assets])
    if (['.css', '.woff2', '.woff'].includes(extname(file))) found.add(file);
  for (const next of chunk.imports) collect(manifest, next, found);
}

/** The scripts, styles and fonts of the last build that a browser loads before it can show a page, with their bytes after brotli. */
function filesOf(route: string, isThin: boolean) {
  const manifest = v.parse(schema, JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')));
  const nodes = readNodes();
  const page = nodes.find((node) => node.route === route && node.isPage);
  if (!page) throw new Error(`no page at ${route}`);
  const layouts = nodes.filter((node) => !node.isPage && page.folder.startsWith(node.folder));
  const entries = Object.keys(manifest).filter((key) =>
    /\/(runtime\/client\/entry|client-optimized\/app)\.js$/.test(key)
  );
  const shown = isThin ? (manifest[page.key]?.dynamicImports ?? []) : [];
  const found = new Set<string>();
  for (const key of [...entries, ...[...layouts, page].map((node) => node.key), ...shown])
    collect(manifest, key, found);
  return [...found].map((file) => ({
    file,
    bytes: brotliCompressSync(readFileSync(join(client, file))).length
  }));
}

it.each([
  // Its page imports its content lazily once the session is known, so that counts.
  { route: '/', isThin: true },
  { route: '/connect', isThin: false }
])('the first screen $route stays within its bytes and requests', ({ route, isThin }) => {
  const loaded = filesOf(route, isThin);
  const bytes = loaded.reduce((sum, file) => sum + file.bytes, 0);
  console.info(`first screen ${route}: ${(bytes / 1000).toFixed(1)} kB, ${loaded.length + 1} requests`);
  expect(bytes, JSON.stringify(loaded)).toBeLessThanOrEqual(FIRST_SCREEN.bytes);
  // With the page's own.
  expect(loaded.length + 1).toBeLessThanOrEqual(FIRST_SCREEN.requests);
});
