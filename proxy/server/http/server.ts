import { IncomingMessage, createServer as createHttpServer } from 'node:http';
import { fastify, type FastifyInstance, type FastifyError, type FastifyReply } from 'fastify';
import type { Failure } from '#shared/errors';
import { withoutSecrets, type Log } from '../base/platform/log';
import type { Connections } from './connections';
import { guarded, answerMalformed, refuse } from './errors';
import { API_HEADERS, DATA_HEADERS } from './headers';

const offering = new WeakSet<IncomingMessage>();

/**
 * A request that can be upgraded only to a WebSocket. Other upgrades, such as `h2c` from `curl --http2`, are ignored as RFC 9110 §7.8
 * allows, and the request is answered over HTTP/1.1.
 *
 * Node's parser sets `upgrade`, and its server reads that back to choose between the events `request` and `upgrade`. From Node 24.9 on the
 * server option `shouldUpgradeCallback` does the same; this can go once that is the oldest Node that Mantel runs on.
 */
export class IncomingRequest extends IncomingMessage {
  get upgrade(): boolean {
    if (!offering.has(this)) return false;
    return this.headers.upgrade?.toLowerCase() === 'websocket' || this.method === 'CONNECT';
  }

  // The base class sets it before the fields of this class exist.
  set upgrade(isOffered: boolean) {
    if (isOffered) offering.add(this);
    else offering.delete(this);
  }
}

/** Paths that never serve a page of the app: an unknown one is answered with 404. */
const NO_PAGE = /^\/(?:api|healthz|readyz|metrics|_app)(?:\/|$)/;

/** Whether a path never serves a page of the app. */
export const isNoPage = (path: string) => NO_PAGE.test(path);

/** Methods of every path that may serve a page. */
const PAGE_METHODS = ['GET', 'HEAD'];

/**
 * Records the methods of every route that is added to `app` from now on, to answer 405 instead of 404. Returns a function for the methods
 * that a path allows, in alphabetical order; empty if there is no such path.
 */
function recordMethods(app: FastifyInstance): (url: string) => readonly string[] {
  const recorded: { readonly method: string; readonly pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url === '/*') return;
    const pattern = patternOf(url);
    for (const each of [method].flat()) recorded.push({ method: each, pattern });
  });
  return (url) => {
    const [path = ''] = url.split('?');
    if (!isNoPage(path)) return PAGE_METHODS;
    const methods = recorded.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(methods)].sort();
  };
}

function patternOf(url: string) {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[^/]+/g, '[^/]+')
    .replace('*', '.*');
  return new RegExp(`^${source}$`);
}

/** Limits of each listener, in ms and bytes. They protect a small box, and other clients from a slow one. */
export const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  /** Interval at which the two timeouts above are checked. Node's default is half a minute. */
  connectionsCheckingInterval: 500,
  maxHeaderSize: 8 * 1024
};

/** Options of each listener. */
export const SERVER_OPTIONS = { ...LIMITS, IncomingMessage: IncomingRequest };

/** Maximum size of a body, in bytes. */
const MAX_BODY_BYTES = 64 * 1024;

const refuseSchema = () => () => {
  throw new Error('Routes have no JSON schemas: bodies are checked by valibot.');
};

/** Otherwise Fastify loads its compilers of JSON schemas, which are a quarter of the program. The build leaves them out. */
const NO_COMPILERS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

/** Creates the server without its routes: limits, headers, access control, and error responses. */
export function createServer({
  log,
  accessControl,
  connections
}: {
  log: Log;
  /** Admits or refuses each request of the routes that are added later, and reads its screen. */
  accessControl: { guard(app: FastifyInstance): void };
  connections: Connections;
}): FastifyInstance {
  const app = fastify({
    serverFactory: (serve) => {
      const server = createHttpServer(SERVER_OPTIONS, connections.inTurn(serve));
      connections.track(server);
      return server;
    },
    schemaController: { compilersFactory: NO_COMPILERS },
    bodyLimit: MAX_BODY_BYTES,
    logger: false,
    forceCloseConnections: true,
    clientErrorHandler: guarded(log, (_error, socket) => socket, answerMalformed),
    frameworkErrors: (_error, _request, reply) => {
      reply.headers(DATA_HEADERS);
      refuse(reply, { code: 'bad-request', message: 'The path is malformed.' });
    }
  });
  app.removeContentTypeParser('text/plain');

  const methodsOf = recordMethods(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? API_HEADERS : DATA_HEADERS);
    // After an ignored upgrade, Node drops the bytes that follow the request.
    if (request.headers.upgrade !== undefined) reply.header('connection', 'close');
    done();
  });
  accessControl.guard(app);
  app.addHook('onRequest', ({ raw, screen }, _reply, done) => {
    connections.seen(raw.socket, screen?.id ?? null);
    // The request is dropped if its own connection was closed to make room.
    if (!raw.socket.destroyed) done();
  });
  logAnswers(app, log);
  app.setNotFoundHandler((request, reply) => refuseUnknown(reply, methodsOf(request.url)));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = INVALID[error.statusCode ?? 500];
    if (failure) return refuse(reply, failure);
    const { method, url, screen } = request;
    // A request without a screen is at a public route, which has no home in its address.
    const home = screen?.controller;
    const about = home === undefined ? { box: true } : { home };
    log.error({ ...about, err: error, method, url: withoutSecrets(url) }, 'Unhandled error in a request.');
    return refuse(reply, { code: 'internal', message: 'Internal error.' });
  });
  return app;
}

/** Paths that monitoring requests all the time. They would hide everything else in a log. */
const MONITORING: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/** Logs every response, at the debug level alone: it costs time. The level can change. */
function logAnswers(app: FastifyInstance, log: Log) {
  app.addHook('onResponse', ({ method, url, screen }, reply, done) => {
    if (log.isLevelEnabled?.('debug') !== false && !MONITORING.includes(url))
      log.debug(
        {
          home: screen?.controller,
          method,
          url: withoutSecrets(url),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime)
        },
        'answered'
      );
    done();
  });
}

function refuseUnknown(reply: FastifyReply, methods: readonly string[]) {
  const isKnown = methods.length > 0 && !methods.includes(reply.request.method);
  if (!isKnown) return refuse(reply, { code: 'not-found', message: 'Not found.' });
  reply.header('allow', methods.join(', '));
  return refuse(reply, { code: 'method-not-allowed', message: `Allowed methods: ${methods.join(', ')}.` });
}

/** The errors of invalid requests, by the status of Fastify's exception. All others are internal. */
const INVALID: Readonly<Record<number, Failure>> = {
  400: { code: 'bad-request', message: 'The body is not JSON.' },
  413: { code: 'too-large', message: 'The body is too large.' },
  415: { code: 'unsupported-media-type', message: 'A body must be JSON.' }
};
