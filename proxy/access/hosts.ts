import { fail, succeed, type Result } from '#shared/errors';
import type { IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';

/** A name or an IPv4, or an IPv6 in brackets, with a port or without. */
const HOST = /^(?<hostname>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(?<port>\d{1,5}))?$/;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The machine's own addresses, as a `Host` spells them. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
}

/** What a request calls us. */
export interface Host {
  /** As sent, in lower case: with the port, where it named one. */
  readonly host: string;
  readonly isLoopback: boolean;
  /** Whether it is the host of the owner's `--origin`. */
  readonly isDeclared: boolean;
}

/**
 * The names that we answer to. A page whose name was bound anew to our address (DNS rebinding) still sends its own
 * name, so whoever calls us by another is refused, however it found us.
 */
export class Hosts {
  readonly #localName: string;
  readonly #declaredHost: string | undefined;
  readonly #ownAddresses: () => string[];

  constructor({
    name,
    origin,
    addresses = ownAddresses
  }: {
    /** Ours in `.local`, without that. */
    name: string;
    /** The owner's `--origin`. */
    origin: string | undefined;
    addresses?: () => string[];
  }) {
    this.#localName = `${name.toLowerCase()}.local`;
    this.#declaredHost = origin === undefined ? undefined : new URL(origin).host;
    this.#ownAddresses = addresses;
  }

  /** Reads what a request calls us. `bad-request`: no host, two, or a target that names one too; `foreign-host`: not us. */
  read({ url, rawHeaders, headers }: IncomingMessage): Result<Host, 'bad-request' | 'foreign-host'> {
    if (url?.startsWith('/') !== true) return fail('bad-request', 'The target must be a path.');
    const isHost = (name: string, index: number) => index % 2 === 0 && name.toLowerCase() === 'host';
    if (rawHeaders.filter(isHost).length !== 1) return fail('bad-request', 'There must be one Host.');
    const host = headers.host?.toLowerCase() ?? '';
    const hostname = HOST.exec(host)?.groups?.['hostname'];
    const isDeclared = host === this.#declaredHost;
    if (hostname === undefined || !(isDeclared || this.#isOurs(hostname)))
      return fail('foreign-host', 'This host is not served here.');
    return succeed({ host, isLoopback: LOOPBACK.has(hostname), isDeclared });
  }

  #isOurs(hostname: string) {
    return LOOPBACK.has(hostname) || hostname === this.#localName || this.#ownAddresses().includes(hostname);
  }
}
