import { fail, succeed, type Result } from '#shared/errors';
import type { IncomingMessage } from 'node:http';
import { machineAddresses } from '../net/interfaces';
import { plainAddress, spellHost } from '../net/client-address';

/** A name or an IPv4, or an IPv6 in brackets, with a port or without. */
const HOST = /^(?<hostname>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(?<port>\d{1,5}))?$/;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What a request calls us. */
interface Host {
  /** As sent, in lower case: with the port, where it named one. */
  readonly host: string;
  readonly isLoopback: boolean;
  /** Whether it is the host of the owner's `--origin`. */
  readonly isDeclared: boolean;
  /** Whether the owner's own certificate names it. */
  readonly isInCertificate: boolean;
}

/**
 * The host names that this server answers to. Requests with another name are refused. That stops DNS rebinding: a page
 * whose name was changed to this server's address still sends its own name.
 */
export class Hosts {
  readonly #localName: string;
  readonly #declaredHost: string | undefined;
  readonly #certificateNames: () => readonly string[];
  readonly #ownAddresses: () => string[];

  constructor({
    name,
    origin,
    certificateNames = () => [],
    addresses = () => machineAddresses().map(({ address }) => spellHost(address))
  }: {
    /** Ours in `.local`, without that. */
    name: string;
    /** The owner's `--origin`. */
    origin: string | undefined;
    /** The DNS names in the owner's own certificate. */
    certificateNames?: () => readonly string[];
    /** All that this machine has, as a `Host` spells them. */
    addresses?: () => string[];
  }) {
    this.#localName = `${name.toLowerCase()}.local`;
    this.#declaredHost = origin === undefined ? undefined : new URL(origin).host;
    this.#certificateNames = certificateNames;
    this.#ownAddresses = addresses;
  }

  /** Reads what a request calls us, once it is known to call us one thing; `foreign-host`: that is not us. */
  read({ headers, socket }: IncomingMessage): Result<Host, 'foreign-host'> {
    const host = headers.host?.toLowerCase() ?? '';
    // What looks like a host may still be none: a port beyond 65535, punycode that stands for nothing.
    const hostname = URL.canParse(`https://${host}`) ? HOST.exec(host)?.groups?.['hostname'] : undefined;
    const isDeclared = host === this.#declaredHost;
    const isInCertificate =
      hostname !== undefined && this.#certificateNames().some((name) => covers(name, hostname));
    if (
      hostname === undefined ||
      !(isDeclared || isInCertificate || this.#isOurs(hostname, socket.localAddress))
    )
      return fail('foreign-host', 'This host is not served here.');
    return succeed({ host, isLoopback: LOOPBACK.has(hostname), isDeclared, isInCertificate });
  }

  /** The address that was dialled tells quickest; asking for all of them takes longer than many an answer. */
  #isOurs(hostname: string, dialled: string | undefined) {
    return (
      LOOPBACK.has(hostname) ||
      hostname === this.#localName ||
      (dialled !== undefined && hostname === spellHost(plainAddress(dialled))) ||
      this.#ownAddresses().includes(hostname)
    );
  }
}

/** Whether a request names its host once, and by the header alone. */
export function checkTarget({ url, rawHeaders }: IncomingMessage): Result<null, 'bad-request'> {
  if (url?.startsWith('/') !== true) return fail('bad-request', 'The target must be a path.');
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  return hosts === 1 ? succeed(null) : fail('bad-request', 'There must be one Host.');
}

/** Whether a name in a certificate, perhaps with a star for its first part, is that of a host. */
const covers = (name: string, hostname: string) =>
  name === (name.startsWith('*.') ? hostname.replace(/^[^.]+/, '*') : hostname);
