import { fail, succeed, type Result } from '#shared/errors';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { isAmong } from '../net/address-ranges';
import { isLoopback, plainAddress } from '../net/client-address';
import type { Hosts } from '../http/hosts';
import { canBePublic } from './hsts';

/** The owner's reverse proxy, if there is one. */
export interface ReverseProxy {
  /** The owner's `--origin`. */
  readonly origin: string | undefined;
  /** The owner's `--trusted-proxies`: addresses and ranges. */
  readonly trustedProxies: readonly string[];
}

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

/** Reads the connection info of a request. A host that is not ours is refused. */
export function readConnectionInfo(
  request: IncomingMessage,
  hosts: Hosts,
  reverseProxy: ReverseProxy
): Result<ConnectionInfo, 'foreign-host'> {
  const read = hosts.read(request);
  if (!read.ok) return read;
  const { host, isLoopback: namesLoopback, isDeclared, isInCertificate } = read.value;
  const remote = plainAddress(request.socket.remoteAddress ?? '');
  const encrypted = request.socket instanceof TLSSocket;
  // A reverse proxy may rewrite the Host to ours, so only the sender's address counts. Headers of other senders prove nothing.
  const isReverseProxy = isLoopback(remote) || isAmong(remote, reverseProxy.trustedProxies);
  const isForwarded =
    isReverseProxy &&
    (isDeclared ||
      request.headers.origin === reverseProxy.origin ||
      isAmong(remote, reverseProxy.trustedProxies));
  const https = encrypted || (reverseProxy.origin?.startsWith('https:') === true && isForwarded);
  const isBehindProxy =
    !encrypted && isReverseProxy && (isDeclared || isAmong(remote, reverseProxy.trustedProxies));
  const name = new URL(
    isBehindProxy && reverseProxy.origin !== undefined ? reverseProxy.origin : `https://${host}`
  ).hostname;
  const own = new URL(`${encrypted ? 'https' : 'http'}://${host}`).origin;
  return succeed({
    origins: reverseProxy.origin === undefined ? [own] : [own, reverseProxy.origin],
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
    return fail('foreign-origin', 'Another page asked.');
  const { origin } = headers;
  if (isSafe && origin === undefined) return succeed(null);
  if (origin === undefined || !origins.includes(origin))
    return fail('foreign-origin', 'The Origin must be ours.');
  return succeed(null);
}
