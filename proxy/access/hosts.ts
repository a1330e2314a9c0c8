import { fail, succeed, type Result } from '#shared/errors';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { plainAddress } from './client-address';

/** A name or an IPv4, or an IPv6 in brackets, with a port or without. */
const HOST = /^(?<hostname>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(?<port>\d{1,5}))?$/;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An address as a `Host` spells it. */
const spelling = (address: string) => (isIPv6(address) ? `[${address}]` : address);

/** The machine's own addresses. */
const machineAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => spelling(address));

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
    addresses = machineAddresses
  }: {
    /** Ours in `.local`, without that. */
    name: string;
    /** The owner's `--origin`. */
    origin: string | undefined;
    /** All that this machine has, as a `Host` spells them. */
    addresses?: () => string[];
  }) {
    this.#localName = `${name.toLowerCase()}.local`;
    this.#declaredHost = origin === undefined ? undefined : new URL(origin).host;
    this.#ownAddresses = addresses;
  }

  /** Reads what a request calls us. `bad-request`: no host, two, or a target that names one too; `foreign-host`: not us. */
  read({ url, rawHeaders, headers, socket }: IncomingMessage): Result<Host, 'bad-request' | 'foreign-host'> {
    if (url?.startsWith('/') !== true) return fail('bad-request', 'The target must be a path.');
    const isHost = (name: string, index: number) => index % 2 === 0 && name.toLowerCase() === 'host';
    if (rawHeaders.filter(isHost).length !== 1) return fail('bad-request', 'There must be one Host.');
    const host = headers.host?.toLowerCase() ?? '';
    const hostname = HOST.exec(host)?.groups?.['hostname'];
    const isDeclared = host === this.#declaredHost;
    if (hostname === undefined || !(isDeclared || this.#isOurs(hostname, socket.localAddress)))
      return fail('foreign-host', 'This host is not served here.');
    return succeed({ host, isLoopback: LOOPBACK.has(hostname), isDeclared });
  }

  /** The address that was dialled tells quickest; asking for all of them takes longer than many an answer. */
  #isOurs(hostname: string, dialled: string | undefined) {
    return (
      LOOPBACK.has(hostname) ||
      hostname === this.#localName ||
      (dialled !== undefined && hostname === spelling(plainAddress(dialled))) ||
      this.#ownAddresses().includes(hostname)
    );
  }
}
