import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inSlices } from '../../http/replies';
import { isNoPage } from '../../http/server';
import { contentPolicyOf } from './content-policy';
import { downloadsOf, TRUST_IMAGE, TRUST_PATH } from './install/authority-files';
import { renderInstall, type InstallDeps } from './install/site';
import { encodingFor, WORKER, type WebFile, readWebFiles } from './web-files';

const SHELL = '/index.html';
const INSTALL = '/install';

/** Cache control of files that are revalidated each time. */
const REVALIDATE = 'no-cache';

/** Cache control of files with a content hash in their name: a year without revalidation. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The `Content-Security-Policy` of the service worker's script, which applies to the worker itself. It allows requests to our own files.
 * With the policy of `DATA_HEADERS` the worker could not be installed.
 */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

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
  const files = await readWebFiles(deps.webFolder, deps.killWorker);
  const shell = files.get(SHELL);
  const downloads = downloadsOf(deps.authority, deps.name);
  const policy = contentPolicyOf(shell?.body.toString() ?? '');

  app.get('/*', { config: { access: 'public' } }, (request, reply) => {
    const [path = ''] = request.url.split('?');
    const isTrust = path === TRUST_PATH && request.connectionInfo?.https === true;
    const small = isTrust ? TRUST_IMAGE : downloads.get(path);
    if (small) return reply.headers(small.headers).type(small.type).send(small.body);
    const file = files.get(path);
    const isPage = path === SHELL || !(isNoPage(path) || FILE.test(path));
    if (request.connectionInfo?.secure !== true) {
      if (file && OF_INSTALL.test(path)) return sendFile(file, path, request, reply);
      if (isPage) return sendInstallPage(path, deps, request, reply);
    } else if (file && path !== SHELL) {
      if (path === WORKER) reply.header('content-security-policy', WORKER_POLICY);
      return sendFile(file, path, request, reply);
    } else if (shell && isPage)
      return sendFile(shell, SHELL, request, reply.header('content-security-policy', policy));
    reply.callNotFound();
    return reply;
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
  if (path !== INSTALL) return reply.redirect(INSTALL);
  const { html, policy } = renderInstall(request.raw, deps);
  reply.headers({ 'content-security-policy': policy, vary: 'accept-language, user-agent' });
  return reply.type('text/html; charset=utf-8').send(html);
}
