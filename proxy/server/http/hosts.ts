import type { IncomingMessage } from 'node:http';
import { fail, succeed, type Result } from '#shared/errors';
import { plainAddress, spellHost } from '../base/net/addresses';
import { machineAddresses } from '../base/net/interfaces';
import type { ServerNames } from '../base/net/server-origins';

/** A name, an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const HOST = /^(?<hostname>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(?<port>\d{1,5}))?$/;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The host that a request names. */
interface Host {
  /** The `Host` header in lower case, with its port if it has one. */
  readonly host: string;
  readonly isLoopback: boolean;
  /** Whether it is the host of the owner's `--origin`. */
  readonly isDeclared: boolean;
  /** Whether it is in the owner's own certificate. */
  readonly isInCertificate: boolean;
}

/**
 * The host names that this server answers to. Requests with another name are refused. That stops DNS rebinding: a page
 * whose name was changed to this server's address still sends its own name.
 */
export class Hosts {
  readonly names: ServerNames;
  readonly #addresses: () => readonly string[];
  readonly #declaredHost: string | undefined;

  /** @param addresses all addresses of this machine, replaced in tests */
  constructor(names: ServerNames, addresses = () => machineAddresses().map(({ address }) => address)) {
    this.names = names;
    this.#addresses = addresses;
    this.#declaredHost = names.origin === undefined ? undefined : new URL(names.origin).host;
  }

  /** Reads the host of a request after `checkTarget`. Fails with `foreign-host` if this server does not answer to it. */
  read({ headers, socket }: IncomingMessage): Result<Host, 'foreign-host'> {
    const host = headers.host?.toLowerCase() ?? '';
    // The pattern also matches invalid hosts: a port above 65535, or invalid punycode.
    const hostname = URL.canParse(`https://${host}`) ? HOST.exec(host)?.groups?.['hostname'] : undefined;
    const isDeclared = host === this.#declaredHost;
    const certified = this.names.certificateNames();
    const isInCertificate = hostname !== undefined && certified.some((name) => covers(name, hostname));
    const isNamed = isDeclared || isInCertificate;
    if (hostname === undefined || !(isNamed || this.#isOurs(hostname, socket.localAddress)))
      return fail('foreign-host', 'Nothing is at this host here.');
    return succeed({ host, isLoopback: LOOPBACK.has(hostname), isDeclared, isInCertificate });
  }

  /** Checks the local address of the socket first, because listing all addresses takes longer than many responses. */
  #isOurs(hostname: string, dialled: string | undefined) {
    return (
      LOOPBACK.has(hostname) ||
      hostname === `${this.names.name.toLowerCase()}.local` ||
      (dialled !== undefined && hostname === spellHost(plainAddress(dialled))) ||
      this.#addresses().map(spellHost).includes(hostname)
    );
  }
}

/** Checks that a request names its host exactly once, in the `Host` header and not in the target. */
export function checkTarget({ url, rawHeaders }: IncomingMessage): Result<null, 'bad-request'> {
  if (url?.startsWith('/') !== true) return fail('bad-request', 'The target must be a path.');
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  return hosts === 1 ? succeed(null) : fail('bad-request', 'There must be exactly one Host header.');
}

/** Whether a name in a certificate, which can be a wildcard, matches a host name. */
const covers = (name: string, hostname: string) =>
  name === (name.startsWith('*.') ? hostname.replace(/^[^.]+/, '*') : hostname);
