import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { fail, succeed, type Result } from '#shared/errors';
import { isAmong, isLoopback, plainAddress } from '../base/net/addresses';
import { type Hosts, checkTarget } from '../http/hosts';
import { readCookies, type Cookies } from './cookies';

/** Names that no public CA issues certificates for. */
const LOCAL = /\.(?:local|localhost|internal|home\.arpa|lan|test)$/;

/** Whether a name can have a certificate that every device trusts. Then the loss of our own CA locks nobody out. */
export const canBePublic = (hostname: string) =>
  hostname.includes('.') && !hostname.startsWith('[') && isIP(hostname) === 0 && !LOCAL.test(hostname);

/** How a request reached this server: its origins, its scheme and whether it is secure. */
export interface ConnectionInfo {
  /** The origins that our pages can have on this connection, as browsers spell them. */
  readonly origins: readonly string[];
  /** Whether the transport is confidential: https, loopback, or TLS of the owner's reverse proxy. */
  readonly secure: boolean;
  /** Whether the browser holds an https page, so that a cookie can have the `__Host-` prefix. */
  readonly https: boolean;
  /** Whether it is https with a name and a certificate of the owner, which every device trusts. */
  readonly isByPublicName: boolean;
}

/**
 * Reads the connection info of a request. A host that is not ours is refused.
 * @param trustedProxies addresses and ranges of the owner's reverse proxies
 */
export function readConnectionInfo(
  request: IncomingMessage,
  hosts: Hosts,
  trustedProxies: readonly string[]
): Result<ConnectionInfo, 'foreign-host'> {
  const read = hosts.read(request);
  if (!read.ok) return read;
  const { origin } = hosts.names;
  const { host, isLoopback: namesLoopback, isDeclared, isInCertificate } = read.value;
  const remote = plainAddress(request.socket.remoteAddress ?? '');
  const encrypted = request.socket instanceof TLSSocket;
  // A reverse proxy may rewrite the Host to ours, so only the sender's address counts. Headers of other senders prove nothing.
  const isTrusted = isAmong(remote, trustedProxies);
  const isBehind = isTrusted || (isLoopback(remote) && isDeclared);
  const isForwarded = isBehind || (isLoopback(remote) && request.headers.origin === origin);
  const https = encrypted || (origin?.startsWith('https:') === true && isForwarded);
  const isBehindProxy = isBehind && !encrypted;
  const name = new URL(isBehindProxy && origin !== undefined ? origin : `https://${host}`).hostname;
  const own = new URL(`${encrypted ? 'https' : 'http'}://${host}`).origin;
  return succeed({
    origins: origin === undefined ? [own] : [own, origin],
    secure: https || (namesLoopback && isLoopback(remote)),
    https,
    isByPublicName: https && (isBehindProxy || isInCertificate) && canBePublic(name)
  });
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Refuses requests of other pages: unsafe methods and upgrades need exactly our own origin, and if the browser sends `Sec-Fetch-Site`, it
 * must be ours. (Cookies ignore ports, so SameSite is not enough.)
 */
export function checkOrigin(
  { method, headers }: IncomingMessage,
  { origins }: ConnectionInfo,
  isUpgrade = false
): Result<null, 'foreign-origin'> {
  const isSafe = SAFE_METHODS.has(method ?? '') && !isUpgrade;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && !(isSafe && site === 'none'))
    return fail('foreign-origin', 'The request comes from another page.');
  const { origin } = headers;
  const isOurs = origin === undefined ? isSafe : origins.includes(origin);
  return isOurs ? succeed(null) : fail('foreign-origin', 'The Origin header names another server.');
}

/** The context of a request for access control: its connection and its cookies. */
interface RequestContext {
  readonly connectionInfo: ConnectionInfo;
  readonly cookies: Cookies;
  /** The headers that it was read from. */
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly cookie: string | undefined;
}

/** `bad-request`: no host, two, or a target that names one too; `foreign-host`: a host that is not ours. */
export type ReadContext = (
  request: IncomingMessage
) => Result<RequestContext, 'bad-request' | 'foreign-host'>;

/**
 * Returns what reads the context of each request. Requests of one socket mostly have the same headers, so the last context of a socket is
 * cached: reading it can take longer than the response. A refused request is never cached.
 */
export function contextReader(hosts: Hosts, trustedProxies: readonly string[]): ReadContext {
  const lastOf = new WeakMap<Socket, RequestContext>();
  return (request) => {
    const target = checkTarget(request);
    if (!target.ok) return target;
    const { host, origin, cookie } = request.headers;
    const last = lastOf.get(request.socket);
    if (last && last.host === host && last.origin === origin && last.cookie === cookie) return succeed(last);

    const connectionInfo = readConnectionInfo(request, hosts, trustedProxies);
    if (!connectionInfo.ok) return connectionInfo;
    const cookies = readCookies(cookie, connectionInfo.value);
    const context = { connectionInfo: connectionInfo.value, cookies, host, origin, cookie };
    lastOf.set(request.socket, context);
    return succeed(context);
  };
}
