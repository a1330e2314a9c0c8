import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isNoPage } from '../../http/server';
import { inSlices } from '../../http/replies';
import { IMMUTABLE, REVALIDATE, WORKER_POLICY } from '../../http/headers';
import { downloadsOf, TRUST_IMAGE, TRUST_PATH } from './install/authority-files';
import { renderInstall, type InstallDeps } from './install/site';
import { encodingFor, WORKER, type WebFile, readWebFiles } from './web-files';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc\s*=)[^>]*>(.*?)<\/script>/gis;
const INLINE_STYLE = /<style[^>]*>(.*?)<\/style>/gis;

/** The allowed Trusted Types policies: ours for the URL of the service worker, and Svelte's for its compiled templates. */
const POLICIES = ['mantel-worker', 'svelte-trusted-html'];

const hashOf = (content: string) => ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`;

const hashesOf = (html: string, inline: RegExp) =>
  [...html.matchAll(inline)].map(([, content = '']) => hashOf(content)).join('');

/** The `Content-Security-Policy` of a page. It allows our own files and the inline scripts and styles of this page, by hash. */
export function contentPolicyOf(html: string): string {
  return [
    "default-src 'none'",
    `script-src 'self'${hashesOf(html, INLINE_SCRIPT)}`,
    `style-src 'self'${hashesOf(html, INLINE_STYLE)}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${POLICIES.join(' ')}`
  ].join('; ');
}

const SHELL = '/index.html';
const INSTALL = '/install';

/** Matches the path of a file: its last segment has a dot. Paths of pages have none. */
const FILE = /\.[^/]*$/;

/** Matches the files of the install page. Plain http off loopback serves no others. */
const OF_INSTALL = /^\/(?:install|icons)\//;

/** What the pages depend on. */
interface PagesDeps extends InstallDeps {
  /** The folder of the built app. */
  readonly webFolder: string;
  /** Whether the service worker removes itself. */
  readonly killWorker: boolean;
}

/**
 * Serves the built app: its files by their exact paths, and the shell for every other path, because the app routes on the client.
 * An insecure connection gets only the install page.
 */
export async function registerPages(app: FastifyInstance, deps: PagesDeps) {
  const { webFolder, killWorker, name, authority } = deps;
  const files = await readWebFiles(webFolder, killWorker);
  const shell = files.get(SHELL);
  const page = shell?.body.toString();
  const downloads = downloadsOf(authority, name);
  const policy = contentPolicyOf(page ?? '');

  app.get('/*', { config: { access: 'public' } }, (request, reply) => {
    const [path = ''] = request.url.split('?');
    const isTrust = path === TRUST_PATH && request.connectionInfo?.https === true;
    const small = isTrust ? TRUST_IMAGE : downloads.get(path);
    if (small) return reply.headers(small.headers).type(small.type).send(small.body);
    const file = files.get(path);
    if (request.connectionInfo?.secure !== true) {
      if (file && OF_INSTALL.test(path)) return sendFile(file, path, request, reply);
      return sendInstallPage(path, deps, request, reply);
    }
    if (path === WORKER) reply.header('content-security-policy', WORKER_POLICY);
    if (file && path !== SHELL) return sendFile(file, path, request, reply);
    if (!shell || isNoPage(path) || (FILE.test(path) && path !== SHELL)) {
      reply.callNotFound();
      return reply;
    }
    return sendFile(shell, SHELL, request, reply.header('content-security-policy', policy));
  });
}

function sendFile(file: WebFile, path: string, { headers }: FastifyRequest, reply: FastifyReply) {
  const isImmutable = path.startsWith('/_app/immutable/');
  reply.headers({ etag: file.etag, 'cache-control': isImmutable ? IMMUTABLE : REVALIDATE });
  if (file.packed.br ?? file.packed.gzip) reply.header('vary', 'accept-encoding');
  if (headers['if-none-match'] === file.etag) return reply.code(304).send();
  const encoding = encodingFor(file, headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  const body = (encoding && file.packed[encoding]) ?? file.body;
  return reply.header('content-length', body.length).type(file.type).send(inSlices(body));
}

function sendInstallPage(path: string, deps: InstallDeps, request: FastifyRequest, reply: FastifyReply) {
  if (isNoPage(path) || FILE.test(path)) {
    reply.callNotFound();
    return reply;
  }
  if (path !== INSTALL) return reply.redirect(INSTALL);
  const { html, policy } = renderInstall(request.raw, deps);
  reply.headers({ 'content-security-policy': policy, vary: 'accept-language, user-agent' });
  return reply.type('text/html; charset=utf-8').send(html);
}
