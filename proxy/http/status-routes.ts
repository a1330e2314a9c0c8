import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routes, type Status } from '#shared/wire';
import { isLoopback } from '../net/client-address';
import { refuse } from './errors';
import type { ServerOrigins } from '../net/server-origins';

/** One metric of `/metrics`. All of them are Prometheus gauges. */
export interface Metric {
  /** Name in Prometheus style: `mantel_screens`. */
  readonly name: string;
  /** Help text: what it counts, in a sentence. */
  readonly help: string;
  readonly read: () => number;
}

/** What these routes depend on. */
interface StatusDeps {
  readonly name: string;
  readonly version: string;
  readonly metrics: readonly Metric[];
  readonly serverOrigins: Pick<ServerOrigins, 'origins' | 'isNameTaken' | 'firstPage'>;
}

const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

/** Routes for the status (the app), the health (a service manager) and the metrics (Prometheus, from this machine only). */
export function registerStatus(app: FastifyInstance, { name, version, metrics, serverOrigins }: StatusDeps) {
  const open = { config: { access: 'public', withoutPin: true } } as const;

  app.get(routes.status, open, ({ connectionInfo }): Status => {
    const origins = [...serverOrigins.origins];
    return {
      name,
      version,
      secure: connectionInfo?.secure === true,
      missing: missing(connectionInfo, origins[0]),
      origins,
      nameTaken: serverOrigins.isNameTaken,
      firstPage: serverOrigins.firstPage
    };
  });

  app.get(routes.health, open, () => ({ ok: true }));

  app.get(routes.metrics, open, (request, reply) => {
    if (!isFromHere(request)) return refuse(reply, { code: 'forbidden', message: 'Only on this machine.' });
    const lines = metrics.flatMap(({ name, help: about, read }) => [
      `# HELP ${name} ${about}`,
      `# TYPE ${name} gauge`,
      `${name} ${read()}`
    ]);
    return reply.type(PROMETHEUS).send(`${lines.join('\n')}\n`);
  });
}

/** An app can be installed at the permanent origin, and on loopback, which never changes. */
function missing(connectionInfo: FastifyRequest['connectionInfo'], permanent: string | undefined): string[] {
  if (connectionInfo?.secure !== true) return ['secure-origin'];
  const isElsewhere =
    connectionInfo.https && permanent !== undefined && !connectionInfo.origins.includes(permanent);
  return isElsewhere ? ['permanent-origin'] : [];
}

/** Whether a request comes from this machine itself, not through a reverse proxy on it. */
const isFromHere = ({ socket, headers }: FastifyRequest) =>
  isLoopback(socket.remoteAddress) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
