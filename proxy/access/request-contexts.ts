import { succeed, type Result } from '#shared/errors';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { readConnectionInfo, type ConnectionInfo, type ReverseProxy } from './connection-info';
import { readCookie } from './cookies';
import { checkTarget, type Hosts } from '../http/hosts';

/** The context of a request for access control: its connection and its cookie. */
interface RequestContext {
  readonly connectionInfo: ConnectionInfo;
  /** The value of its cookie. */
  readonly cookie: string | undefined;
}

interface CachedContext extends RequestContext {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly cookies: string | undefined;
}

/**
 * Reads the context of each request. Requests of one socket mostly have the same headers, so the last context of a socket is cached:
 * reading it can take longer than the response. A refused request is never cached.
 */
export class RequestContexts {
  readonly #hosts: Hosts;
  readonly #reverseProxy: ReverseProxy;
  readonly #last = new WeakMap<Socket, CachedContext>();

  constructor({ hosts, reverseProxy }: { hosts: Hosts; reverseProxy: ReverseProxy }) {
    this.#hosts = hosts;
    this.#reverseProxy = reverseProxy;
  }

  /** `bad-request`: no host, two, or a target that names one too; `foreign-host`: a host that is not ours. */
  read(request: IncomingMessage): Result<RequestContext, 'bad-request' | 'foreign-host'> {
    const target = checkTarget(request);
    if (!target.ok) return target;
    const { host, origin, cookie: cookies } = request.headers;
    const last = this.#last.get(request.socket);
    if (last && last.host === host && last.origin === origin && last.cookies === cookies)
      return succeed(last);

    const connectionInfo = readConnectionInfo(request, this.#hosts, this.#reverseProxy);
    if (!connectionInfo.ok) return connectionInfo;
    const cookie = readCookie(cookies, connectionInfo.value);
    const context = { connectionInfo: connectionInfo.value, cookie, host, origin, cookies };
    this.#last.set(request.socket, context);
    return succeed(context);
  }
}
