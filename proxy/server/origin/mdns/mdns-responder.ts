import type { MulticastDNS, QueryPacket, ResponsePacket } from 'multicast-dns';
import type { RemoteInfo } from 'node:dgram';
import type { MdnsState } from '../../base/net/server-origins';
import { every, type Clock } from '#shared/clock';
import type { Log } from '../../base/platform/log';
import {
  announcement,
  answerTo,
  goodbye,
  hasConflict,
  type AnnouncedName,
  linksOf,
  type NetworkLink
} from './answer';

/** How often the network interfaces are checked for new and removed links, in ms. */
const POLL_INTERVAL_MS = 10_000;

/** When a new link is probed for the name (RFC 6762 8.1), and when the name is announced there, in ms from its start. */
const PROBE_DELAYS_MS = [0, 250, 500];
const ANNOUNCE_DELAY_MS = 1_000;

/** How long a conflict lasts after the other host was last heard, and how often it is probed until then, in ms. */
const CONFLICT_TTL_MS = 150_000;
const CONFLICT_PROBE_INTERVAL_MS = 60_000;

/** Minimum time between two multicasts of the same records on a link, in ms (RFC 6762 6). */
const MIN_MULTICAST_GAP_MS = 1_000;

/** The port of mDNS. A query from any other port is plain DNS (RFC 6762 6.7): its answer goes to the sender only. */
const MDNS_PORT = 5353;

/** What a responder depends on. */
interface MdnsResponderDeps {
  /** Without `.local`. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The owner's `--host`. */
  readonly host: string;
}

/** The socket of one link. */
interface LinkSocket {
  readonly link: NetworkLink;
  readonly socket: MulticastDNS;
  readonly cancels: (() => void)[];
  sentAt: number;
}

/**
 * mDNS responder (RFC 6762) for `<name>.local` on every link. It does not answer while another host uses that name, because
 * phones could reach either host.
 */
export class MdnsResponder {
  readonly #deps: MdnsResponderDeps;
  readonly #name: string;
  readonly #linkSockets = new Map<string, LinkSocket>();
  #conflictUntil = -Infinity;
  #stopped = false;

  constructor(deps: MdnsResponderDeps) {
    this.#deps = deps;
    this.#name = `${deps.name}.local`;
  }

  /** The state of the name now. */
  get state(): MdnsState {
    if (this.#linkSockets.size === 0) return 'off';
    return this.#hasConflict ? 'conflict' : 'announced';
  }

  /** Starts to answer on every link, later ones included. Returns a function that stops it and sends a goodbye on each link. */
  async start(): Promise<() => Promise<void>> {
    const { default: open } = await import('multicast-dns');
    const { clock, host } = this.#deps;
    const updateLinks = () => {
      const links = linksOf(host);
      const isThere = ({ link }: LinkSocket) => links.some((each) => keyOf(each) === keyOf(link));
      for (const linkSocket of this.#linkSockets.values()) if (!isThere(linkSocket)) this.#close(linkSocket);
      for (const link of links)
        if (!this.#linkSockets.has(keyOf(link)))
          this.#open(link, open({ interface: link.address, bind: '0.0.0.0' }));
    };
    updateLinks();
    const stopPolling = every(clock, POLL_INTERVAL_MS, updateLinks);
    return async () => {
      this.#stopped = true;
      stopPolling();
      await Promise.all([...this.#linkSockets.values()].map((linkSocket) => this.#sendGoodbye(linkSocket)));
    };
  }

  get #hasConflict() {
    return this.#deps.clock.monotonic() < this.#conflictUntil;
  }

  #open(link: NetworkLink, socket: MulticastDNS) {
    const { clock, log } = this.#deps;
    const linkSocket: LinkSocket = { link, socket, cancels: [], sentAt: -Infinity };
    this.#linkSockets.set(keyOf(link), linkSocket);
    socket.on('error', (error: Error) => {
      log.warn({ err: error, address: link.address }, 'mDNS socket failed: is port 5353 taken?');
      this.#close(linkSocket);
    });
    socket.on('warning', (error: Error) => log.debug({ err: error }, 'Malformed mDNS packet.'));
    socket.on('query', (query: QueryPacket, sender: RemoteInfo) => this.#onQuery(linkSocket, query, sender));
    socket.on('response', (response: ResponsePacket, sender: RemoteInfo) =>
      this.#onResponse(linkSocket, response, sender)
    );
    for (const at of PROBE_DELAYS_MS) linkSocket.cancels.push(clock.after(at, () => this.#probe(linkSocket)));
    linkSocket.cancels.push(clock.after(ANNOUNCE_DELAY_MS, () => this.#announce(linkSocket)));
  }

  #close(linkSocket: LinkSocket) {
    if (!this.#linkSockets.delete(keyOf(linkSocket.link))) return;
    for (const cancel of linkSocket.cancels) cancel();
    linkSocket.socket.destroy();
  }

  /** Sends a goodbye, so that nobody caches our records (RFC 6762 10.1), and closes. In a conflict, the name is not ours to withdraw. */
  async #sendGoodbye(linkSocket: LinkSocket) {
    if (!this.#hasConflict)
      await new Promise<void>((resolve) =>
        linkSocket.socket.respond(goodbye(this.#namedOn(linkSocket)), () => resolve())
      );
    this.#close(linkSocket);
  }

  #probe({ socket }: LinkSocket) {
    socket.query(this.#name);
  }

  #announce(linkSocket: LinkSocket) {
    if (!this.#hasConflict) linkSocket.socket.respond(announcement(this.#namedOn(linkSocket)));
  }

  #onQuery(linkSocket: LinkSocket, { id, questions = [] }: QueryPacket, sender: RemoteInfo) {
    const { clock } = this.#deps;
    if (this.#hasConflict || !linkSocket.link.holds(sender.address)) return;
    const isLegacy = sender.port !== MDNS_PORT;
    const answer = answerTo(questions, this.#namedOn(linkSocket), { isLegacy });
    if (!answer) return;
    if (isLegacy) {
      linkSocket.socket.respond({ ...answer, id: id ?? 0, questions }, sender);
      return;
    }
    if (clock.monotonic() - linkSocket.sentAt < MIN_MULTICAST_GAP_MS) return;
    linkSocket.sentAt = clock.monotonic();
    linkSocket.socket.respond(answer);
  }

  #onResponse(linkSocket: LinkSocket, response: ResponsePacket, sender: RemoteInfo) {
    if (this.#stopped || !linkSocket.link.holds(sender.address)) return;
    if (!hasConflict(response, this.#name)) return;
    const { clock, log } = this.#deps;
    if (!this.#hasConflict) {
      log.warn(
        { name: this.#name, address: sender.address },
        'mDNS name conflict: another host has our name. Choose another one with --name.'
      );
      linkSocket.cancels.push(clock.after(CONFLICT_PROBE_INTERVAL_MS, () => this.#checkConflict(linkSocket)));
    }
    this.#conflictUntil = clock.monotonic() + CONFLICT_TTL_MS;
  }

  /** Probes for the other host. Once it is silent for long enough, the conflict is over and the name is announced again. */
  #checkConflict(linkSocket: LinkSocket) {
    if (this.#hasConflict) {
      this.#probe(linkSocket);
      linkSocket.cancels.push(
        this.#deps.clock.after(CONFLICT_PROBE_INTERVAL_MS, () => this.#checkConflict(linkSocket))
      );
    } else this.#announce(linkSocket);
  }

  #namedOn({ link: { addresses } }: LinkSocket): AnnouncedName {
    return { name: this.#name, addresses };
  }
}

const keyOf = ({ addresses }: NetworkLink) => addresses.join();
