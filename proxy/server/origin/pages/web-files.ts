import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { acceptedIn } from './accepted';

/** Path of the service worker. It must never change, because installed apps check it for updates. */
export const WORKER = '/service-worker.js';

/** Content encodings, best first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** One file of the built app, in memory. */
export interface WebFile {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
  /** The body as compressed at build time. */
  readonly packed: Readonly<Partial<Record<Encoding, Buffer | undefined>>>;
}

/** Files by the paths at which browsers find them. */
type WebFiles = ReadonlyMap<string, WebFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8'
};

/** Matches the paths of compressed files, which no browser asks for. */
const PACKED = /^(?<path>.+)\.(?:br|gz)$/;

/**
 * Reads the files of a built app, by the paths at which browsers find them, and the licences beside them, which a development run has not. Only
 * paths in this map are answered, so no request can leave the folder. A missing folder gives an empty map.
 * @param killWorker whether the service worker is one that removes itself, for `--kill-worker`
 */
export async function readWebFiles(folder: string, killWorker = false): Promise<WebFiles> {
  const contents = new Map<string, Buffer>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // Some 300 small files, before anything is answered.
    contents.set(`/${relative(folder, path).split(sep).join('/')}`, readFileSync(path));
  }
  const files = new Map<string, WebFile>();
  for (const [path, body] of contents) {
    if (contents.has(PACKED.exec(path)?.groups?.['path'] ?? '')) continue;
    const packed = { br: contents.get(`${path}.br`), gzip: contents.get(`${path}.gz`) };
    files.set(path, webFileOf(path, body, packed));
  }
  if (killWorker) files.set(WORKER, webFileOf(WORKER, Buffer.from(KILL_WORKER)));
  const licenses = await readFile(join(folder, '..', LICENSES_FILE)).catch(() => undefined);
  if (licenses && folder !== '') files.set(`/${LICENSES_FILE}`, webFileOf(LICENSES_FILE, licenses));
  return files;
}

/** Creates a file from its content. The path determines its type. */
function webFileOf(path: string, body: Buffer, packed: WebFile['packed'] = {}): WebFile {
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    body,
    packed
  };
}

/** The best encoding that the browser accepts and the file has; undefined for none. */
export function encodingFor({ packed }: WebFile, header: string | undefined): Encoding | undefined {
  const accepted = acceptedIn(header);
  return ENCODINGS.find((encoding) => packed[encoding] !== undefined && accepted.includes(encoding));
}

/** What the page of a built app loads first: its scripts and styles. */
const LOADED = /\/(?<path>_app\/immutable\/[\w./-]+\.(?:js|css))/g;

/** The files of a built app without which browsers show nothing, and that are missing in a folder, which is empty text if there is none. */
export function missingFilesIn(webFolder: string): readonly string[] {
  const page = join(webFolder, 'index.html');
  if (webFolder === '' || !existsSync(page)) return ['index.html'];
  const loaded = [...readFileSync(page, 'utf8').matchAll(LOADED)].map(({ groups }) => groups?.['path'] ?? '');
  return [...new Set(loaded)].filter((path) => !existsSync(join(webFolder, path)));
}

/**
 * A service worker that removes the previous one: it activates at once, unregisters itself, deletes all caches, and
 * reloads the pages that the previous one controlled. It claims no page, so a page that registers it again is not reloaded.
 */
const KILL_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  const pages = await self.clients.matchAll({ type: 'window' });
  await self.registration.unregister();
  for (const page of pages) await page.navigate(page.url).catch(() => undefined);
}
`;

/** File with the licences of all bundled packages. The build writes it beside the app's folder. */
const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';
