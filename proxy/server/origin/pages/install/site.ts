import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import type { Clock } from '#shared/clock';
import { isLoopback, plainAddress } from '../../../base/net/addresses';
import type { ServerOrigins } from '../../../base/net/server-origins';
import type { ServerCertificate } from '../../../http/https-server';
import { installPolicyOf } from '../content-policy';
import { TRUST_PATH } from './authority-files';
import { installPage } from './page';
import { systemOf, chooseWords } from './visitor';

/** The page checks at most this many origins. */
const MAX_ORIGINS = 4;

/** What the install page depends on. */
export interface InstallDeps {
  readonly name: string;
  readonly clock: Clock;
  readonly serverOrigins: ServerOrigins;
  readonly serverCertificate: Pick<ServerCertificate, 'current'>;
  /** The certificate of the local CA, as PEM; null if there is none. */
  readonly authority: string | null;
}

/**
 * Renders the install page in the visitor's language and for their system, with the origins of this server.
 * @param request a request whose `Host` was checked
 */
export function renderInstall({ headers, socket, url = '' }: IncomingMessage, deps: InstallDeps) {
  const { name, clock, serverOrigins, serverCertificate, authority } = deps;
  const called = new URL(`http://${headers.host ?? 'localhost'}`);
  const address = addressOf(called, plainAddress(socket.localAddress ?? ''), serverOrigins);
  const asked = new URLSearchParams(url.split('?')[1]).get('lang') ?? undefined;
  const origins = originsOf(called, serverOrigins);
  const html = installPage({
    name,
    origins,
    now: clock.now(),
    authority: authority === null || serverOrigins.isPublic ? null : nameAndFingerprint(authority),
    fingerprint: nameAndFingerprint(serverCertificate.current.certificate).fingerprint,
    isAddress: isIP(new URL(origins[0]).hostname.replace(/[[\]]/g, '')) !== 0,
    page: `http://${address}${called.port && `:${called.port}`}/install`,
    words: chooseWords(asked, headers['accept-language']),
    system: systemOf(headers['user-agent'])
  });
  return { html, policy: installPolicyOf(origins.map((origin) => origin + TRUST_PATH)) };
}

/** The origins that the page checks, the permanent one first. */
function originsOf({ hostname }: URL, serverOrigins: ServerOrigins): readonly [string, ...string[]] {
  const called = serverOrigins.httpsOrigin(hostname);
  const [permanent = called, ...others] = serverOrigins.origins;
  // A policy cannot name IPv6 addresses. The host name of this request is reachable, so it is one of the origins.
  const rest = [called, ...others].filter((origin) => !origin.includes('['));
  const [, ...further] = new Set([permanent, ...rest]);
  return [permanent, ...further.slice(0, MAX_ORIGINS - 1)];
}

/** The address for another phone: the host of the request if it is an address, else the local address of its socket unless loopback. */
function addressOf({ hostname }: URL, dialled: string, serverOrigins: ServerOrigins): string {
  if (isIPv4(hostname)) return hostname;
  if (isIPv4(dialled) && !isLoopback(dialled)) return dialled;
  return serverOrigins.addresses.find(isIPv4) ?? hostname;
}

function nameAndFingerprint(pem: string) {
  const { subject, fingerprint256 } = new X509Certificate(pem);
  return { name: /CN=(.*)/.exec(subject)?.[1] ?? '', fingerprint: fingerprint256 };
}
