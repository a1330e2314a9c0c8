import type { Failure } from '#shared/errors';
import type { ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import { checkTarget, type Hosts } from '../access/hosts';
import type { Log } from '../log';
import { USUAL_HTTPS_PORT, type Options } from '../options';
import { DATA_HEADERS } from '../pages/headers';
import { lastRefusal } from '../refusal';
import type { KeyPair } from './authority';
import { createSecureServer } from './secure-server';

/** Where browsers look for an https address that names no port. */
const HTTPS_PORT = 443;

/**
 * Where a short door is tried; undefined where there is to be none: an owner who names a port wants no other, and one who names an
 * origin leads people there.
 */
export const shortPortOf = ({ httpsPort, origin }: Pick<Options, 'httpsPort' | 'origin'>) =>
  httpsPort === USUAL_HTTPS_PORT && origin === undefined ? HTTPS_PORT : undefined;

/** How a short door knows us. */
interface Guide {
  readonly log: Pick<Log, 'error'>;
  readonly hosts: Hosts;
  /** Our https origin under a host, with the port of the door that serves. */
  readonly originOf: (hostname: string) => string;
}

/**
 * A door for those who type the box's name without a port. It serves nothing itself, and leads on to the same host and path at the
 * door that serves: an app is never installed from two origins.
 */
export function createShortDoor(pair: KeyPair, { log, hosts, originOf }: Guide): Server {
  return createSecureServer(pair, log, (request, reply) => {
    const target = checkTarget(request);
    const host = target.ok ? hosts.read(request) : target;
    if (!host.ok) {
      refuse(reply, host.error);
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(reply, { code: 'method-not-allowed', message: 'It takes GET, HEAD.' });
      return;
    }
    const { hostname } = new URL(`https://${host.value.host}`);
    // The path is joined, not resolved: of `//elsewhere`, a URL would make another host.
    const location = `${originOf(hostname)}${request.url ?? '/'}`;
    reply.writeHead(308, { ...DATA_HEADERS, location }).end();
  });
}

function refuse(reply: ServerResponse, failure: Failure) {
  const { status, headers, body } = lastRefusal(failure);
  reply.writeHead(status, headers).end(body);
}
