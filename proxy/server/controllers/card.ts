import { readFileSync } from 'node:fs';
import { readMac } from '#shared/mac';
import { isLoopback } from '../base/net/addresses';
import { isVirtual, machineAddresses, type Interfaces } from '../base/net/interfaces';

/**
 * The network card behind an address, from this machine's neighbour table: a MAC (`02005e100001`, or `02005e100001%docker0` on a
 * virtual interface), `own` for this machine itself, or `none` if it is not visible, since a router or a container's bridge is in between
 * or the table cannot be read.
 */
export type NetworkCard = string;

/** This machine itself. */
export const OWN: NetworkCard = 'own';
/** The card is not visible. */
export const NONE: NetworkCard = 'none';

/** Linux's neighbour table for IPv4 (proc(5)): IP address, HW type, flags, HW address, mask, device. */
const TABLE = '/proc/self/net/arp';

/** Flags of a row (net/if_arp.h): the address is complete; it is published for somebody else (proxy ARP). */
const COMPLETE = 0x2;
const PUBLISHED = 0x8;
const ETHERNET = 0x1;

/** The multicast bit of a MAC. */
const MULTICAST = 0x01;

/**
 * Reads the reliable rows: an IPv4, its MAC and the interface. Rows that are truncated, incomplete, published or not of Ethernet are
 * ignored.
 */
function readNeighbours(table: string) {
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

/** Reads the card of an address from the system's current tables. */
export class CardReader {
  readonly #readTable: () => string;
  readonly #interfaces: (() => Interfaces) | undefined;

  /**
   * @param readTable reads the text of the neighbour table; throws if it cannot be read. By default these are the system's own.
   */
  constructor(readTable = () => readFileSync(TABLE, 'latin1'), interfaces?: () => Interfaces) {
    this.#readTable = readTable;
    this.#interfaces = interfaces;
  }

  /**
   * The card of an IPv4. It is reliable only right after a TCP handshake with the address.
   * @param learned the learned cards: a row of a virtual interface counts only if it is one of them; null to learn a first one
   */
  cardOf(address: string, learned: readonly NetworkCard[] | null): NetworkCard {
    const own = machineAddresses(this.#interfaces?.());
    if (isLoopback(address) || own.some((each) => each.address === address)) return OWN;
    const rows = this.#neighbours().filter((row) => row.address === address);
    const physical = rows.filter(({ device }) => !isVirtual(device)).map(({ mac }) => mac);
    if (physical.length > 0) return single(physical);
    const virtual = rows.map(({ mac, device }) => `${mac}%${device}`);
    return single(learned === null ? virtual : virtual.filter((card) => learned.includes(card)));
  }

  /** The addresses of a card, including this machine's own and stale ones. */
  addressesOf(card: NetworkCard): string[] {
    const [mac, device] = card.split('%');
    return this.#neighbours()
      .filter((row) => row.mac === mac && (device === undefined || row.device === device))
      .map(({ address }) => address);
  }

  #neighbours(): ReturnType<typeof readNeighbours> {
    try {
      return readNeighbours(this.#readTable());
    } catch {
      return [];
    }
  }
}

/** The card that all rows have; `none` if they differ. */
function single(cards: readonly NetworkCard[]): NetworkCard {
  const [card = NONE, ...others] = new Set(cards);
  return others.length > 0 ? NONE : card;
}
