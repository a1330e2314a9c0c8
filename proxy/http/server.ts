import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest
} from 'fastify';
import { createServer as createHttpServer } from 'node:http';
import type { Failure } from '#shared/errors';
import { routes } from '#shared/wire';
import { guarded } from './guarded';
import type { Connections } from './connections';
import { IncomingRequest } from './incoming-request';
import { answerMalformed } from './malformed-request';
import { AllowedMethods } from './allowed-methods';
import { withoutSecrets, type Log } from '../platform/log';
import { API_HEADERS, DATA_HEADERS } from './headers';
import { refuse } from './errors';

/** Limits of each listener, in ms and bytes. They protect a small box, and other clients from a slow one. */
export const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  /** Interval at which the two timeouts above are checked. Node's default is half a minute. */
  connectionsCheckingInterval: 500,
  maxHeaderSize: 8 * 1024,
  bodyLimit: 64 * 1024
};

const refuseSchema = () => () => {
  throw new Error('Routes have no JSON schemas: bodies are checked by valibot.');
};

/** Otherwise Fastify loads its compilers of JSON schemas, which are a quarter of the program. The build leaves them out. */
const NO_COMPILERS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

/** Admits or refuses each request. */
interface RequestGuard {
  /** Adds its hooks to every route that is added later. */
  guard(app: FastifyInstance): void;
  /** Id of the screen that sent a request; null if nobody is signed in. */
  screenIdOf(request: FastifyRequest): string | null;
}

/** Creates the server without its routes: limits, headers, access control, and error responses. */
export function createServer({
  log,
  accessControl,
  connections
}: {
  log: Log;
  accessControl: RequestGuard;
  connections: Connections;
}): FastifyInstance {
  const app = fastify({
    serverFactory: (serve) => {
      const { bodyLimit: _, ...limits } = LIMITS;
      const server = createHttpServer(
        { ...limits, IncomingMessage: IncomingRequest },
        connections.inTurn(serve)
      );
      connections.track(server);
      return server;
    },
    schemaController: { compilersFactory: NO_COMPILERS },
    bodyLimit: LIMITS.bodyLimit,
    logger: false,
    forceCloseConnections: true,
    clientErrorHandler: guarded(log, (_error, socket) => socket, answerMalformed),
    frameworkErrors: (_error, _request, reply) => {
      reply.headers(DATA_HEADERS);
      refuse(reply, { code: 'bad-request', message: 'The path is malformed.' });
    }
  });
  app.removeContentTypeParser('text/plain');

  const paths = new AllowedMethods();
  paths.watch(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? API_HEADERS : DATA_HEADERS);
    // After an ignored upgrade, Node drops the bytes that follow the request.
    if (request.headers.upgrade !== undefined) reply.header('connection', 'close');
    done();
  });
  accessControl.guard(app);
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    connections.seen(raw.socket, accessControl.screenIdOf(request));
    // The request is dropped if its own connection was closed to make room.
    if (!raw.socket.destroyed) done();
  });
  if (log.isLevelEnabled?.('debug') !== false) logAnswers(app, log);
  app.setNotFoundHandler((request, reply) => refuseUnknown(request, reply, paths));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = expected(error);
    if (failure) return refuse(reply, failure);
    log.error(
      { err: error, method: request.method, url: withoutSecrets(request.url) },
      'Unhandled error in a request.'
    );
    return refuse(reply, { code: 'internal', message: 'Internal error.' });
  });
  return app;
}

/** Paths that monitoring requests all the time. They would hide everything else in a log. */
const MONITORING: readonly string[] = [routes.health, routes.ready, routes.metrics];

/** Logs every response, for debugging. Installed only at the debug level, because it costs time. */
function logAnswers(app: FastifyInstance, log: Log) {
  app.addHook('onResponse', ({ method, url }, reply, done) => {
    if (!MONITORING.includes(url))
      log.debug(
        { method, url: withoutSecrets(url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'answered'
      );
    done();
  });
}

function refuseUnknown(request: FastifyRequest, reply: FastifyReply, paths: AllowedMethods) {
  const [path = ''] = request.url.split('?');
  const methods = paths.methodsOf(path);
  const isKnown = methods.length > 0 && !methods.includes(request.method);
  if (!isKnown) return refuse(reply, { code: 'not-found', message: 'Not found.' });
  reply.header('allow', methods.join(', '));
  return refuse(reply, { code: 'method-not-allowed', message: `Allowed methods: ${methods.join(', ')}.` });
}

/** The error of an invalid request, from Fastify's exception; undefined for internal errors. */
function expected({ statusCode }: FastifyError): Failure | undefined {
  if (statusCode === 413) return { code: 'too-large', message: 'The body is too large.' };
  if (statusCode === 415) return { code: 'unsupported-media-type', message: 'A body must be JSON.' };
  if (statusCode === 400) return { code: 'bad-request', message: 'The body is not JSON.' };
  return undefined;
}
