import { succeed, type Result } from '#shared/errors';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { listenAt, type Listening } from './listen';
import type { Options } from './options';
import type { Identity } from './tls/identity';
import { createSecureServer, showIdentity } from './tls/secure-server';

/** The two doors as they stand open: the same app behind both. */
export interface Doors {
  readonly http: Listening;
  readonly https: Listening;
  /** Closes both, whoever is in. */
  close(): Promise<void>;
}

/** Opens http and https. Where one cannot be, neither is: `cannot-listen` with a sentence. */
export async function openDoors(
  app: FastifyInstance,
  { options, identity }: { options: Options; identity: Identity }
): Promise<Result<Doors, 'cannot-listen'>> {
  const { host, httpPort, httpsPort } = options;
  const secure = createSecureServer(app, identity.current);
  const close = async () => {
    await Promise.all([app.close(), shut(secure)]);
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
  const rest = identity.start((pair) => showIdentity(secure, pair));
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

async function shut(server: ReturnType<typeof createSecureServer>) {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
