import { createSocket, type RemoteInfo } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { wait, type Clock } from '#shared/clock';
import { type DestinationRule } from '../../base/net/addresses';
import { homeAddresses, machineAddresses, type Interfaces } from '../../base/net/interfaces';
import type { Log } from '../../base/platform/log';
import type { Sources } from '../sources';
import type { FoundController, FoundControllers } from './found-controllers';
import { readReply } from './reply';

/** The bytes of an IPv4. */
const partsOf = (address: string) => address.split('.').map(Number);

/** Maximum number of networks of a sweep. */
const MAX_SWEPT_NETWORKS = 4;

/** All other addresses in the /24 networks of some IPv4 addresses, for networks that drop broadcasts. */
export function neighboursOf(addresses: readonly string[]): string[] {
  const networks = [...new Set(addresses.map((address) => address.replace(/\.\d+$/, '')))];
  return networks
    .slice(0, MAX_SWEPT_NETWORKS)
    .flatMap((network) => Array.from({ length: 254 }, (_, index) => `${network}.${index + 1}`))
    .filter((address) => !addresses.includes(address));
}

/**
 * The broadcast addresses of this machine's networks (document 4.3: a search is a broadcast) [D]. Networks of one or two addresses have
 * none.
 */
export function broadcastAddresses(interfaces?: Interfaces): string[] {
  const addresses = machineAddresses(interfaces)
    .filter(({ family, internal, cidr }) => family === 'IPv4' && !internal && !/\/3[12]$/.test(cidr ?? ''))
    .map(({ address, netmask }) => {
      const mask = partsOf(netmask);
      return partsOf(address)
        .map((part, index) => part | (255 - (mask[index] ?? 255)))
        .join('.');
    });
  return [...new Set(addresses)];
}

/** The UDP port of controllers (document 4.3) [D]. */
export const CONTROLLER_UDP_PORT = 17318;

/** Duration of a search, in ms. */
export const SEARCH_DURATION_MS = 3_000;

/** A call within this time after the start of a search joins that search, in ms. */
const MIN_SEARCH_GAP_MS = 5_000;

/**
 * When packets are sent, in ms from the start. They are repeated, since datagrams get lost. A sweep sends so many that it repeats them only
 * once.
 */
const CALL_DELAYS_MS = [0, 500, 1_500];
const SWEEP_CALL_DELAYS_MS = [0, 1_200];

/** Packets per burst, and the interval of bursts in ms: too many packets at once make the replies get lost. */
const BURST = 32;
const BURST_INTERVAL_MS = 40;

/** Maximum number of datagrams that are read of one sender. Further ones are ignored, and others are still read. */
const MAX_DATAGRAMS_PER_SENDER = 8;

/** Once a search has read this many datagrams, one of each further sender is read: many senders must not hide a controller. */
const BUSY_DATAGRAMS = 256;
/** Maximum number of senders of one search. Further ones are ignored. */
const MAX_SENDERS = 16_384;

/** What a search depends on. */
export interface SearchDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** The discovery prefixes that controllers answer to, one for each maker. */
  readonly prefixes: readonly string[];
  /** The owner's addresses to send to; by default the broadcast addresses of this machine's networks. */
  readonly targets: readonly string[] | undefined;
  readonly rule: DestinationRule;
  /** Gets each reply as it arrives. */
  readonly found: Pick<FoundControllers, 'add' | 'list'>;
  /** The UDP port of controllers. */
  readonly port: number;
  /** Those that are not set up are looked for too, where a person searches. */
  readonly sources?: Sources;
}

/** A search in progress. */
type ActiveSearch = ReturnType<typeof openSearch>;

const openSearch = (isSweep: boolean) => ({
  isSweep,
  socket: createSocket('udp4'),
  cancels: new Set<() => void>(),
  /** Number of datagrams by the address of their sender. */
  received: new Map<string, number>(),
  /** Number of those that were read. */
  datagrams: 0,
  hasReply: false
});

/** Finds controllers by UDP. It never replies to a packet. */
export class Search {
  readonly #deps: SearchDeps;
  #active: ActiveSearch | undefined;
  readonly #beganAt = { call: -Infinity, sweep: -Infinity };
  #wasInVain = false;

  constructor(deps: SearchDeps) {
    this.#deps = deps;
  }

  /** Whether a search is in progress. */
  get isSearching() {
    return this.#active !== undefined;
  }

  /** Whether the last search has ended without a reply. */
  get wasInVain() {
    return this.#wasInVain;
  }

  /** The addresses that a search sends to. They are read for each search, since networks change. */
  get targets(): readonly string[] {
    return this.#deps.targets ?? broadcastAddresses();
  }

  /** Searches, and resolves after the search with everybody who replied to it, or to the recent search that it joined. */
  async run(): Promise<FoundController[]> {
    const { clock, found } = this.#deps;
    const since = clock.monotonic() - MIN_SEARCH_GAP_MS;
    this.#begin(false);
    await wait(clock, SEARCH_DURATION_MS);
    return found.list().filter(({ receivedAt }) => receivedAt >= since);
  }

  /**
   * Starts a search, or joins a recent one of the same kind. A sweep sends the same packet to each address of our networks, for networks
   * that drop broadcasts. It has the same limits.
   */
  start({ isSweep = false } = {}) {
    const { sources = [], found } = this.#deps;
    for (const [address, source] of sources)
      if (!source.isSetUp)
        void source.search?.().then((isThere) => {
          if (isThere) found.add({ name: source.name, address, mac: null });
        });
    this.#begin(isSweep);
  }

  #begin(isSweep: boolean) {
    const { clock } = this.#deps;
    const kind = isSweep ? 'sweep' : 'call';
    if (clock.monotonic() - this.#beganAt[kind] < MIN_SEARCH_GAP_MS || this.#active?.isSweep === true) return;
    this.stop();
    this.#beganAt[kind] = clock.monotonic();
    const active = openSearch(isSweep);
    this.#active = active;
    this.#wasInVain = false;
    active.socket.on('error', (error) => {
      this.#deps.log.warn({ box: true, err: error }, 'Discovery failed.');
      this.#end(active);
    });
    active.socket.on('message', (datagram, sender) => this.#receive(active, datagram, sender));
    active.socket.bind(0, '0.0.0.0', () => this.#sendCalls(active));
    active.cancels.add(clock.after(SEARCH_DURATION_MS, () => this.#end(active)));
  }

  /** Ends the search in progress, if there is one. */
  stop() {
    if (this.#active) this.#end(this.#active);
  }

  /** The other addresses of our own networks, for a sweep. */
  get #neighbours(): readonly string[] {
    const own = homeAddresses().map(({ address }) => address);
    return neighboursOf(this.#deps.targets ?? own.filter(isIPv4));
  }

  #sendCalls(active: ActiveSearch) {
    if (active !== this.#active) return;
    const { clock, log, prefixes, port } = this.#deps;
    active.socket.setBroadcast(true);
    const listening = active.socket.address().port;
    const call = (target: string) => {
      for (const prefix of prefixes)
        active.socket.send(`${prefix}${listening}`, port, target, (error) => {
          if (error) log.debug({ err: error, target }, 'Discovery packet not sent.');
        });
    };
    const later = (ms: number, run: () => void) => {
      if (ms === 0) run();
      else active.cancels.add(clock.after(ms, run));
    };
    const callAll = () => {
      const all = active.isSweep ? this.#neighbours : this.targets;
      for (let from = 0; from < all.length; from += BURST)
        later((from / BURST) * BURST_INTERVAL_MS, () => all.slice(from, from + BURST).forEach(call));
    };
    for (const at of active.isSweep ? SWEEP_CALL_DELAYS_MS : CALL_DELAYS_MS) later(at, callAll);
  }

  #receive(active: ActiveSearch, datagram: Buffer, { address }: RemoteInfo) {
    if (active !== this.#active) return;
    const received = (active.received.get(address) ?? 0) + 1;
    if (received === 1 && active.received.size >= MAX_SENDERS) return;
    active.received.set(address, received);
    if (received === MAX_DATAGRAMS_PER_SENDER + 1)
      this.#deps.log.warn({ address }, 'Discovery ignores further replies of this address: too many.');
    if (received > (active.datagrams < BUSY_DATAGRAMS ? MAX_DATAGRAMS_PER_SENDER : 1)) return;
    active.datagrams += 1;
    const reply = readReply(datagram, address, this.#deps.rule);
    if (reply) {
      active.hasReply = true;
      this.#deps.found.add(reply);
    }
  }

  #end(active: ActiveSearch) {
    if (active !== this.#active) return;
    this.#active = undefined;
    this.#wasInVain = !active.hasReply;
    for (const cancel of active.cancels) cancel();
    active.socket.close();
  }
}
