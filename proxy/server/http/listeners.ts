import { once } from 'node:events';
import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { fail, succeed } from '#shared/errors';
import { isEverywhere, spellHost } from '../base/net/addresses';
import { machineAddresses } from '../base/net/interfaces';
import { codeOf, reasonOf } from '../base/store/errors';
import type { Connections } from './connections';
import { createHttpsRedirect, type RedirectOptions } from './https-redirect';
import { createHttpsServer, updateCertificate, closeServer, type ServerCertificate } from './https-server';

/** The wildcard address: IPv6 and IPv4 if this machine has an IPv6 address, else IPv4 only. */
const wildcard = () => (machineAddresses().some(({ family }) => family === 'IPv6') ? '::' : '0.0.0.0');

/** Where a server is to listen. */
interface BindAddress {
  /** `all`, or an address. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The option that sets the port, for the error message. */
  readonly option: string;
}

/**
 * Starts to listen. Fails with `cannot-listen` and a sentence for the owner.
 * @returns the port, and the host and port at which this machine reaches the server, as in a URL
 */
async function listenAt(server: Server, { host, port, option }: BindAddress) {
  try {
    server.listen({ host: host === 'all' ? wildcard() : host, port });
    await once(server, 'listening');
  } catch (error) {
    return fail('cannot-listen', whyNot(error, { host, port, option }));
  }
  const bound = server.address();
  const chosen = typeof bound === 'object' && bound ? bound.port : port;
  const name = isEverywhere(host) ? '127.0.0.1' : spellHost(host);
  return succeed({ port: chosen, host: `${name}:${chosen}` });
}

function whyNot(error: unknown, { host, port, option }: BindAddress): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program: stop that one, or choose another with ${option}.`;
    case 'EACCES':
      return `Port ${port} is not allowed for this user: allow it for the program, or choose one from 1024 on with ${option}.`;
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine: see --host.`;
    default:
      return `Port ${port} of ${host} cannot be opened: ${reasonOf(error)}.`;
  }
}

/** What the listeners depend on. */
interface ListenerOptions extends RedirectOptions {
  /** The owner's `--host`. */
  readonly host: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Port of the redirect to https; undefined if there is no redirect. */
  readonly redirectPort: number | undefined;
  readonly serverCertificate: ServerCertificate;
  readonly connections: Connections;
}

/**
 * Opens the http and https listeners. If one fails, neither stays open: `cannot-listen` with a sentence for the owner. If port 443 is
 * available too, a third listener redirects from there to https. `close` closes all of them and their connections.
 */
export async function openListeners(app: FastifyInstance, options: ListenerOptions) {
  const { host, redirectPort, serverCertificate, connections, log } = options;
  const serve = connections.inTurn((request, reply) => app.routing(request, reply));
  const secure = createHttpsServer(serverCertificate.current, log, serve);
  secure.on('upgrade', (...upgrade) => void app.server.emit('upgrade', ...upgrade));
  const redirect = createHttpsRedirect(serverCertificate.current, options);
  for (const server of [secure, redirect]) connections.track(server);
  const close = async () => {
    await Promise.all([app.close(), ...[app.server, secure, redirect].map(closeServer)]);
  };
  await app.ready();
  const http = await listenAt(app.server, { host, port: options.httpPort, option: '--http-port' });
  if (!http.ok) {
    await close();
    return http;
  }
  const httpsAddress = { host, port: options.httpsPort, option: '--https-port' };
  const https = await listenAt(secure, httpsAddress);
  if (!https.ok) {
    await close();
    return https;
  }
  if (redirectPort !== undefined) {
    const redirected = await listenAt(redirect, { ...httpsAddress, port: redirectPort });
    if (!redirected.ok)
      log.debug(
        { box: true, why: redirected.error.message },
        'HTTPS redirect not started: addresses need their port.'
      );
  }
  const rest = serverCertificate.start((pair) => {
    for (const server of [secure, redirect]) updateCertificate(server, pair);
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
