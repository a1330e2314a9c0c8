import { readFileSync } from 'node:fs';
import { readMac, type Mac } from '#shared/mac';
import { isVirtual, machineAddresses, type Interfaces } from '../net/interfaces';
import { isLoopback } from '../net/client-address';

/**
 * What a controller was reached by, as this machine's own neighbour table shows it: a link-layer address as 12 hex digits
 * (`02005e100001`, or `02005e100001%docker0` where that is a virtual interface), `own` for this machine itself, or `none` where nothing
 * is visible: a router or a container's bridge lies between, or the table cannot be read.
 */
export type NeighbourLink = string;

/** This machine itself. */
export const OWN: NeighbourLink = 'own';
/** Nothing is visible on the way. */
export const NONE: NeighbourLink = 'none';

/** Linux's neighbour table for IPv4 (proc(5)): IP address, HW type, flags, HW address, mask, device. */
const TABLE = '/proc/self/net/arp';

/** Flags of a row (net/if_arp.h): the address is complete; it is published for somebody else (proxy ARP). */
const COMPLETE = 0x2;
const PUBLISHED = 0x8;
const ETHERNET = 0x1;

/** The bit that makes a link-layer address one of many receivers. */
const MULTICAST = 0x01;

/** One usable row of the table. */
interface Neighbour {
  /** An IPv4. */
  readonly address: string;
  readonly mac: Mac;
  /** The interface. */
  readonly device: string;
}

/** Reads the rows that can be relied on; a row that is cut short, incomplete, published or of no Ethernet is passed over. */
export function readNeighbours(table: string): Neighbour[] {
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [address, type, flags, hardware, mask, device] = line.trim().split(/\s+/);
      if (address === undefined || mask === undefined || device === undefined) return [];
      const mac = readMac(hardware);
      const isUsable =
        Number(type) === ETHERNET &&
        (Number(flags) & COMPLETE) !== 0 &&
        (Number(flags) & PUBLISHED) === 0 &&
        mac !== null &&
        (Number.parseInt(mac.slice(0, 2), 16) & MULTICAST) === 0;
      return isUsable ? [{ address, mac, device }] : [];
    });
}

/** What tells links; replaced in tests. */
interface LinkReaderParts {
  /** The neighbour table's text; throws where it cannot be read. */
  readonly readTable?: () => string;
  readonly interfaces?: () => Interfaces;
}

/** Tells by what an address is reached, from the system's tables as they are now. */
export class LinkReader {
  readonly #readTable: () => string;
  readonly #interfaces: (() => Interfaces) | undefined;

  constructor({ readTable = () => readFileSync(TABLE, 'latin1'), interfaces }: LinkReaderParts = {}) {
    this.#readTable = readTable;
    this.#interfaces = interfaces;
  }

  /**
   * By what an IPv4 is reached. Good for where our packets go only right after a TCP handshake with it.
   * @param learned what was learned before: a row of a virtual interface counts only if it is in there; null to learn anew
   */
  linkOf(address: string, learned: readonly NeighbourLink[] | null): NeighbourLink {
    if (this.#isOwn(address)) return OWN;
    const rows = this.#neighbours().filter((row) => row.address === address);
    const physical = rows.filter(({ device }) => !isVirtual(device)).map(({ mac }) => mac);
    if (physical.length > 0) return single(physical);
    const virtual = rows.map(({ mac, device }) => `${mac}%${device}`);
    return single(learned === null ? virtual : virtual.filter((link) => learned.includes(link)));
  }

  /** The addresses at which a link is seen, this machine's own and stale ones included. */
  addressesOf(link: NeighbourLink): string[] {
    const [mac, device] = link.split('%');
    return this.#neighbours()
      .filter((row) => row.mac === mac && (device === undefined || row.device === device))
      .map(({ address }) => address);
  }

  #isOwn(address: string): boolean {
    return (
      isLoopback(address) || machineAddresses(this.#interfaces?.()).some((own) => own.address === address)
    );
  }

  #neighbours(): Neighbour[] {
    try {
      return readNeighbours(this.#readTable());
    } catch {
      return [];
    }
  }
}

/** The one that all rows agree on. */
function single(links: readonly NeighbourLink[]): NeighbourLink {
  const [link = NONE, ...others] = new Set(links);
  return others.length > 0 ? NONE : link;
}
