import { succeed, type Result } from '#shared/errors';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import type { Server } from 'node:net';
import type { Hosts } from './access/hosts';
import type { Connections } from './http/connections';
import { listenAt, type Listening } from './listen';
import type { Log } from './log';
import type { Options } from './options';
import type { Identity } from './tls/identity';
import { createSecureServer, showIdentity, shut } from './tls/secure-server';
import { createShortDoor, shortPortOf } from './tls/https-redirect';
import type { ServerOrigins } from './server-origins';

/** The two doors as they stand open: the same app behind both. */
export interface Doors {
  readonly http: Listening;
  readonly https: Listening;
  /** Closes all, whoever is in. */
  close(): Promise<void>;
}

/** What stands behind the doors, and what is written over them. */
interface House {
  readonly options: Options;
  readonly identity: Identity;
  readonly hosts: Hosts;
  readonly connections: Connections;
  readonly whereabouts: Pick<ServerOrigins, 'httpsOrigin'>;
  readonly log: Log;
}

/**
 * Opens http and https. Where one cannot be, neither is: `cannot-listen` with a sentence. Where the system has port 443 for us, a
 * third one leads from there to https.
 */
export async function openDoors(
  app: FastifyInstance,
  { options, identity, hosts, connections, whereabouts, log }: House
): Promise<Result<Doors, 'cannot-listen'>> {
  const { host, httpPort, httpsPort } = options;
  const serve = connections.inTurn((request, reply) => app.routing(request, reply));
  const secure = createSecureServer(identity.current, log, serve);
  secure.on('upgrade', (...upgrade) => void app.server.emit('upgrade', ...upgrade));
  const originOf = (hostname: string) => whereabouts.httpsOrigin(hostname);
  const short = createShortDoor(identity.current, { log, hosts, originOf });
  for (const server of [secure, short]) connections.track(server);
  const close = async () => {
    await Promise.all([app.close(), shut(secure), shut(short)]);
  };
  const places = {
    http: { host, port: httpPort, option: '--http-port' },
    https: { host, port: httpsPort, option: '--https-port' }
  };
  const http = await listenAt(app.server, places.http, (at) => app.listen(at));
  if (!http.ok) {
    await close();
    return http;
  }
  const https = await listenAt(secure, places.https, (at) => open(secure, at));
  if (!https.ok) {
    await close();
    return https;
  }
  const shortPort = shortPortOf(options);
  if (shortPort !== undefined) {
    const place = { host, port: shortPort, option: '--https-port' };
    const shortened = await listenAt(short, place, (at) => open(short, at));
    if (!shortened.ok) log.debug({ why: shortened.error.message }, 'Addresses need their port.');
  }
  const rest = identity.start((pair) => {
    for (const server of [secure, short]) showIdentity(server, pair);
  });
  return succeed({
    http: http.value,
    https: https.value,
    async close() {
      rest();
      await close();
    }
  });
}

async function open(server: Server, at: { host: string; port: number }) {
  server.listen(at);
  await once(server, 'listening');
}
