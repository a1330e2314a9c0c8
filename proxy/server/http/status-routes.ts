import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, succeed, type Result } from '#shared/errors';
import type { Status } from '#shared/wire';
import { isLoopback } from '../base/net/addresses';
import type { ServerOrigins } from '../base/net/server-origins';
import { isSameSecret } from '../base/platform/same-secret';
import { reasonOf } from '../base/store/errors';
import { metricsText, type Metric } from './metrics';
import { serve } from './serve';

/** Minimum length of a token, in characters. */
const MIN_LENGTH = 16;

/** Reads the token for `/metrics` from the first line of a file. Fails with `bad-token` and a sentence for the owner. */
export async function readMetricsToken(
  file: string | undefined
): Promise<Result<string | undefined, 'bad-token'>> {
  if (file === undefined) return succeed(undefined);
  try {
    const [line = ''] = (await readFile(file, 'utf8')).split('\n');
    const token = line.trim();
    if (token.length >= MIN_LENGTH) return succeed(token);
    return fail('bad-token', `The token in ${file} has fewer than ${MIN_LENGTH} characters.`);
  } catch (error) {
    return fail('bad-token', `The token for the metrics cannot be read: ${reasonOf(error, file)}.`);
  }
}

/** Whether Mantel can do its work. */
interface Readiness {
  /** Whether the app's pages are there. */
  readonly pages: boolean;
  /** Whether the last write of each stored file succeeded. */
  readonly disk: boolean;
  /** Numbers of watched controllers that are online and that are not. They do not count for readiness: a restart would not help. */
  readonly controllers: { readonly online: number; readonly offline: number };
}

/** What the status is of. */
export interface StatusParts {
  readonly name: string;
  readonly version: string;
  /** Token that admits other machines to the metrics; undefined for none. */
  readonly metricsToken: string | undefined;
  readonly serverOrigins: Pick<ServerOrigins, 'origins' | 'mdnsState' | 'firstPage'>;
}

const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Routes for the status (the app), life and readiness (a service manager), and the metrics (Prometheus, from this machine or with the
 * token). Other machines get no details of the readiness.
 */
export function registerStatus(
  app: FastifyInstance,
  { name, version, metricsToken, serverOrigins }: StatusParts,
  metrics: readonly Metric[],
  readiness: () => Readiness
) {
  const isAdmitted = (request: FastifyRequest) => isFromHere(request) || hasToken(request, metricsToken);
  serve(app, 'GET /api/status', ({ connectionInfo }): Status => {
    const { mdnsState, firstPage } = serverOrigins;
    const origins = [...serverOrigins.origins];
    const secure = connectionInfo?.secure === true;
    const missing = missingFor(connectionInfo, origins[0]);
    return { name, version, secure, missing, origins, mdnsState, firstPage };
  });

  serve(app, 'GET /healthz', () => ({ ok: true }));

  serve(app, 'GET /readyz', (request, _body, reply) => {
    const ready = readiness();
    const ok = ready.pages && ready.disk;
    return reply.code(ok ? 200 : 503).send({ ok, ...(isAdmitted(request) && { version, ...ready }) });
  });

  serve(app, 'GET /metrics', (request, _body, reply) => {
    if (!isAdmitted(request)) return fail('forbidden', 'Only on this machine, or with the token.');
    return reply.type(PROMETHEUS).send(metricsText(metrics));
  });
}

/** An app can be installed at the permanent origin, and on loopback, which never changes. */
function missingFor(
  connectionInfo: FastifyRequest['connectionInfo'],
  permanent: string | undefined
): string[] {
  if (connectionInfo?.secure !== true) return ['secure-origin'];
  const isElsewhere =
    connectionInfo.https && permanent !== undefined && !connectionInfo.origins.includes(permanent);
  return isElsewhere ? ['permanent-origin'] : [];
}

/** Whether a request has the token, as `Authorization: Bearer <token>`. */
function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  return token !== undefined && isSameSecret(headers.authorization ?? '', `Bearer ${token}`);
}

/** Whether a request comes from this machine itself, not through a reverse proxy on it. */
const isFromHere = ({ socket, headers }: FastifyRequest) =>
  isLoopback(socket.remoteAddress) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
