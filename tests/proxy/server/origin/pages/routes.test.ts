import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { contentPolicyOf } from '../../../../../proxy/server/origin/pages/content-policy';
import { readWebFiles } from '../../../../../proxy/server/origin/pages/web-files';
import { temporaryFolder, type AtEnd } from '../../../../support/temporary-folder';
import { sharedProxy, testProxy } from '../../../../support/test-proxy';

const BOOT = '\n  { start(); }\n';
const SHELL = `<!doctype html><script src="/a.js"></script><script>${BOOT}</script><script type="module">x</script>`;
const SCRIPT = 'export const answer = 42;\n'.repeat(50);

/** A small app in the build's format. */
async function webFolder(atEnd?: AtEnd) {
  const folder = await temporaryFolder(atEnd);
  const files: Record<string, string | Buffer> = {
    'index.html': SHELL,
    'manifest.webmanifest': '{}',
    'service-worker.js': 'self',
    'icons/mantel.svg': '<svg/>',
    '_app/version.json': '{}',
    '_app/immutable/start.abc.js': SCRIPT,
    '_app/immutable/start.abc.js.br': brotliCompressSync(SCRIPT),
    '_app/immutable/start.abc.js.gz': gzipSync(SCRIPT),
    '_app/immutable/start.abc.css': 'a {}'
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

const site = sharedProxy(async (atEnd) => ({ webFolder: await webFolder(atEnd) }));
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it.each(['/', '/index.html', '/rooms/12', '/devices/7?from=room', '/settings', '/connect', '/install'])(
  'a page is the shell, with the policy that has the hashes of its own scripts: %s',
  async (path) => {
    const { ask } = site();
    const page = await ask(path, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(page).toMatchObject({
      status: 200,
      text: SHELL,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': contentPolicyOf(SHELL),
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin'
      }
    });
  }
);

it('the worker may only fetch our own files', async () => {
  const { ask } = site();
  const { headers } = await ask('/service-worker.js');
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
  });
});

it("a page may run only our files and the build's inline scripts, and create markup only with known policies", () => {
  const directives = contentPolicyOf(SHELL).split('; ');
  expect(directives).toContain(`script-src 'self' ${sha256(BOOT)} ${sha256('x')}`);
  expect(directives).toContain("style-src 'self'");
  expect(directives).toContain("default-src 'none'");
  expect(directives).toContain("frame-ancestors 'none'");
  expect(directives).toContain("require-trusted-types-for 'script'");
  expect(directives).toContain('trusted-types mantel-worker svelte-trusted-html');
  expect(contentPolicyOf(SHELL)).not.toContain('unsafe-');
});

it('a page is answered to HEAD without its body', async () => {
  const { ask } = site();
  expect(await ask('/rooms/1', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
});

it.each([
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
  ['/service-worker.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ['/icons/mantel.svg', 'image/svg+xml', 'no-cache'],
  ['/_app/version.json', 'application/json; charset=utf-8', 'no-cache'],
  ['/_app/immutable/start.abc.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable']
])('a file has its type and its lifetime: %s', async (path, type, cache) => {
  const { ask } = site();
  expect(await ask(path)).toMatchObject({
    status: 200,
    headers: { 'content-type': type, 'cache-control': cache, 'x-content-type-options': 'nosniff' }
  });
});

it.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  ['brotli', undefined]
])('a file is sent in its compressed form if the browser accepts it: %j', async (accepted, encoding) => {
  const { ask } = site();
  const path = '/_app/immutable/start.abc.js';
  const { headers, text } = await ask(path, { headers: { 'accept-encoding': accepted } });
  expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'accept-encoding']);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  if (encoding === undefined) expect(text).toBe(SCRIPT);
});

it('a file is complete after decompression', async () => {
  const files = await readWebFiles(await webFolder());
  const packed = files.get('/_app/immutable/start.abc.js')?.packed.br ?? Buffer.alloc(0);
  expect(brotliDecompressSync(packed).toString()).toBe(SCRIPT);
  expect([...files.keys()].filter((path) => /\.(br|gz)$/.test(path))).toEqual([]);
});

it('a file is not sent again if the browser has it', async () => {
  const { ask } = site();
  const { headers } = await ask('/');
  const again = await ask('/', { headers: { 'if-none-match': String(headers['etag']) } });
  expect(again).toMatchObject({ status: 304, text: '' });
  expect((await ask('/', { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
});

it.each([
  '/missing.js',
  '/_app/immutable/missing.js',
  '/_app/anything',
  '/_app/immutable/start.abc.js.br',
  '/service-worker.mjs',
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/icons/..%2f..%2fetc%2fpasswd.txt',
  '/__proto__.js',
  '//evil.test/x.js'
])('a missing file is a 404, and so is a file outside the folder: %s', async (path) => {
  const { ask } = site();
  expect((await ask(path)).status).toBe(404);
});

it('plain http off loopback serves no files but those of the install page', async () => {
  const { ask } = site();
  const at = async (path: string) => (await ask(path, { headers: { host: 'mantel.local:8420' } })).status;
  expect(await at('/icons/mantel.svg')).toBe(200);
  for (const path of ['/service-worker.js', '/_app/immutable/start.abc.js', '/_app/x.js', '/trust.svg'])
    expect(await at(path)).toBe(404);
});

it('the proxy serves everything except pages if the app is not built', async () => {
  const { ask } = await testProxy();
  expect((await ask('/')).status).toBe(404);
  expect((await ask('/api/status')).status).toBe(200);
});
