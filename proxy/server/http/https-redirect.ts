import type { ServerResponse } from 'node:http';
import { type Server } from 'node:https';
import type { Failure } from '#shared/errors';
import type { ServerOrigins } from '../base/net/server-origins';
import type { Log } from '../base/platform/log';
import { rawErrorResponse } from './errors';
import { DATA_HEADERS } from './headers';
import { checkTarget, type Hosts } from './hosts';
import { DEFAULT_HTTPS_PORT, createHttpsServer, type KeyPair } from './https-server';

/** Default port of https URLs. */
const HTTPS_PORT = 443;

/** The port for the redirect; undefined if the owner sets a port or an origin, because no redirect is needed then. */
export const redirectPortOf = (httpsPort: number, origin: string | undefined): number | undefined =>
  httpsPort === DEFAULT_HTTPS_PORT && origin === undefined ? HTTPS_PORT : undefined;

/** What the redirect depends on. */
export interface RedirectOptions {
  readonly log: Log;
  readonly hosts: Hosts;
  readonly serverOrigins: Pick<ServerOrigins, 'httpsOrigin'>;
}

/**
 * An https server for people who type the box's name without a port. It serves no page: it redirects to the same host and path on the
 * https listener, so that an app is never installed from two origins.
 */
export function createHttpsRedirect(pair: KeyPair, { log, hosts, serverOrigins }: RedirectOptions): Server {
  return createHttpsServer(pair, log, (request, reply) => {
    const target = checkTarget(request);
    const host = target.ok ? hosts.read(request) : target;
    if (!host.ok) {
      refuse(reply, host.error);
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(reply, { code: 'method-not-allowed', message: 'Allowed methods: GET, HEAD.' });
      return;
    }
    const { hostname } = new URL(`https://${host.value.host}`);
    // The path is appended, not resolved: `new URL` would read `//elsewhere` as another host.
    const location = `${serverOrigins.httpsOrigin(hostname)}${request.url ?? '/'}`;
    reply.writeHead(308, { ...DATA_HEADERS, location }).end();
  });
}

function refuse(reply: ServerResponse, failure: Failure) {
  const { status, headers, body } = rawErrorResponse(failure);
  reply.writeHead(status, headers).end(body);
}
