import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routes, type Status } from '#shared/wire';
import type { Arrival } from './access/arrival';
import { isLoopback } from './access/client-address';
import { refuse } from './refusal';
import type { ServerOrigins } from './server-origins';

/** A number that `/metrics` tells. */
export interface Gauge {
  /** As Prometheus names things: `mantel_screens`. */
  readonly name: string;
  /** What it counts, in a sentence. */
  readonly about: string;
  readonly read: () => number;
}

/** What these routes tell. */
export interface StatusParts {
  readonly name: string;
  readonly version: string;
  readonly gauges: readonly Gauge[];
  readonly whereabouts: Pick<ServerOrigins, 'origins' | 'isNameTaken' | 'firstPage'>;
}

const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

/** Routes that tell how we are: to the app, to a service manager, and to Prometheus on this machine. */
export function registerStatus(app: FastifyInstance, { name, version, gauges, whereabouts }: StatusParts) {
  app.get(routes.status, { config: { access: 'public' } }, ({ arrival }): Status => {
    const origins = [...whereabouts.origins];
    return {
      name,
      version,
      secure: arrival?.secure === true,
      missing: missing(arrival, origins[0]),
      origins,
      nameTaken: whereabouts.isNameTaken,
      firstPage: whereabouts.firstPage
    };
  });

  app.get(routes.health, { config: { access: 'public' } }, () => ({ ok: true }));

  app.get(routes.metrics, { config: { access: 'public' } }, (request, reply) => {
    if (!isFromHere(request)) return refuse(reply, { code: 'forbidden', message: 'Only on this machine.' });
    const lines = gauges.flatMap(({ name, about, read }) => [
      `# HELP ${name} ${about}`,
      `# TYPE ${name} gauge`,
      `${name} ${read()}`
    ]);
    return reply.type(PROMETHEUS).send(`${lines.join('\n')}\n`);
  });
}

/** An app may be installed on the permanent origin; and on loopback, which is this machine's own for good. */
function missing(arrival: Arrival | null, permanent: string | undefined): string[] {
  if (arrival?.secure !== true) return ['secure-origin'];
  const isElsewhere = arrival.https && permanent !== undefined && !arrival.origins.includes(permanent);
  return isElsewhere ? ['permanent-origin'] : [];
}

/** From this machine itself, and by no proxy that passes others' requests on. */
const isFromHere = ({ socket, headers }: FastifyRequest) =>
  isLoopback(socket.remoteAddress) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
