import type { RemoteInfo } from 'node:dgram';
import type { Packet } from 'dns-packet';
import { every, type Clock } from '#shared/clock';
import type { MdnsState } from '../../base/net/server-origins';
import type { Log } from '../../base/platform/log';
import { SlidingWindow } from '../../base/platform/sliding-window';
import { codeOf } from '../../base/store/errors';
import { poll } from '../poll';
import { linksOf, type NetworkLink } from './link';
import { MDNS_PORT, openMdnsSocket, type MdnsSocket } from './mdns-socket';
import type { NameMessage } from './message';
import { announcement, answerTo, goodbye, hasConflict, probe, type AnnouncedName } from './records';

/** When a new link is probed for the name (RFC 6762 8.1), and when the name is announced there, in ms from its start. */
const PROBE_DELAYS_MS = [0, 250, 500];
const ANNOUNCE_DELAY_MS = 1_000;

/** How long a conflict lasts after the other host was last heard, and how often it is probed until then, in ms. */
const CONFLICT_TTL_MS = 150_000;
const CONFLICT_PROBE_INTERVAL_MS = 60_000;

/** Minimum time between two multicasts of the same records on a link, in ms (RFC 6762 6). */
const MIN_MULTICAST_GAP_MS = 1_000;

/**
 * Maximum number of answers to one client of plain DNS in a second: it asks for both kinds of addresses, and may ask again. Queries with a
 * forged sender bring no more to its address.
 */
const MAX_PLAIN_ANSWERS = 4;

/** What a responder depends on. */
interface MdnsResponderDeps {
  /** Without `.local`. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The owner's `--host`. */
  readonly host: string;
}

/** A link with an open socket. */
interface OpenLink {
  readonly key: NetworkLink['key'];
  readonly socket: MdnsSocket;
  readonly named: AnnouncedName;
  /** When the records were last multicast, in ms of the monotonic clock; undefined while the name is only probed for (RFC 6762 8.1). */
  sentAt: number | undefined;
}

/**
 * mDNS responder (RFC 6762) for `<name>.local` on every link, by IPv4 and IPv6. It does not answer while another host uses that name, because
 * phones could reach either host.
 */
export class MdnsResponder {
  readonly #deps: MdnsResponderDeps;
  readonly #name: string;
  readonly #openLinks = new Map<string, OpenLink>();
  readonly #plainAnswers: SlidingWindow;
  #conflictUntil = -Infinity;
  /** Code of the error with which a socket could not be opened. */
  #failure: unknown;
  #isStopped = false;

  constructor(deps: MdnsResponderDeps) {
    this.#deps = deps;
    this.#name = `${deps.name}.local`;
    this.#plainAnswers = new SlidingWindow(deps.clock, { max: MAX_PLAIN_ANSWERS, windowMs: 1_000 });
  }

  /** The state of the name now. */
  get state(): MdnsState {
    if (this.#openLinks.size === 0) return 'off';
    return this.#hasConflict ? 'conflict' : 'announced';
  }

  /** Starts to answer on every link, later ones included. Returns a function that stops it and sends a goodbye on each link. */
  async start(): Promise<() => Promise<void>> {
    const { clock } = this.#deps;
    await this.#updateLinks();
    const stopPolling = poll(clock, () => this.#updateLinks());
    const stopProbing = every(clock, CONFLICT_PROBE_INTERVAL_MS, () => this.#checkConflict());
    return async () => {
      this.#isStopped = true;
      stopPolling();
      stopProbing();
      await Promise.all([...this.#openLinks.values()].map((openLink) => this.#leave(openLink)));
    };
  }

  get #hasConflict() {
    return this.#deps.clock.monotonic() < this.#conflictUntil;
  }

  /** Closes the links that are gone, and opens the new ones. */
  async #updateLinks() {
    const { host, log } = this.#deps;
    const links = linksOf(host);
    for (const openLink of this.#openLinks.values())
      if (!links.some(({ key }) => key === openLink.key)) this.#close(openLink);
    const added = links.filter(({ key }) => !this.#openLinks.has(key));
    const failures = await Promise.all(added.map((link) => this.#open(link)));
    const failure = failures.find((code) => code !== undefined);
    if (links.length === 0 || failure === this.#failure) return;
    // Each poll tries again: only the first failure and the end of it are news.
    this.#failure = failure;
    if (failure === undefined) log.info({ box: true, name: this.#name }, 'mDNS works again.');
    else
      log.warn(
        { box: true, code: failure, port: MDNS_PORT },
        'mDNS cannot use its UDP port: does another program have it?'
      );
  }

  /** Opens a link. Returns the code of the error if it cannot. */
  async #open(link: NetworkLink): Promise<unknown> {
    const { clock } = this.#deps;
    const { key, addresses } = link;
    const socket = await openMdnsSocket(link, {
      name: this.#name,
      clock,
      onMessage: (message, sender) => {
        const openLink = this.#openLinks.get(key);
        if (openLink && message.isQuery) this.#onQuery(openLink, message, sender);
        else if (openLink) this.#onResponse(message, sender);
      }
    });
    if (socket instanceof Error) return codeOf(socket) ?? socket.message;
    const named = { name: this.#name, addresses };
    const openLink = { key, socket, named, sentAt: undefined };
    if (this.#isStopped) socket.close();
    else this.#openLinks.set(key, openLink);
    for (const at of PROBE_DELAYS_MS) clock.after(at, () => void socket.send(probe(this.#name)));
    clock.after(ANNOUNCE_DELAY_MS, () => this.#announce(openLink));
    return undefined;
  }

  #close({ key, socket }: OpenLink) {
    this.#openLinks.delete(key);
    socket.close();
  }

  /** Sends a goodbye, so that nobody caches our records (RFC 6762 10.1), and closes. In a conflict, the name is not ours to withdraw. */
  async #leave(openLink: OpenLink) {
    if (!this.#hasConflict) await openLink.socket.send(goodbye(openLink.named));
    this.#close(openLink);
  }

  #announce(openLink: OpenLink) {
    if (!this.#hasConflict) this.#multicast(openLink, announcement(openLink.named));
  }

  #multicast(openLink: OpenLink, response: Packet) {
    openLink.sentAt = this.#deps.clock.monotonic();
    void openLink.socket.send(response);
  }

  #onQuery(openLink: OpenLink, query: NameMessage, sender: RemoteInfo) {
    const { socket, named, sentAt } = openLink;
    if (this.#hasConflict || sentAt === undefined) return;
    // A query from any other port is plain DNS (RFC 6762 6.7): its answer goes to the sender only.
    const isLegacy = sender.port !== MDNS_PORT;
    const isTooSoon = isLegacy
      ? this.#plainAnswers.delay(sender.address) > 0
      : this.#deps.clock.monotonic() - sentAt < MIN_MULTICAST_GAP_MS;
    const answer = isTooSoon ? null : answerTo(query, named, isLegacy);
    if (!answer) return;
    if (!isLegacy) {
      this.#multicast(openLink, answer);
      return;
    }
    this.#plainAnswers.add(sender.address);
    void socket.send(answer, sender);
  }

  #onResponse(response: NameMessage, { address }: RemoteInfo) {
    if (this.#isStopped || !hasConflict(response)) return;
    const { clock, log } = this.#deps;
    if (!this.#hasConflict)
      log.warn(
        { box: true, name: this.#name, address },
        'mDNS name conflict: another host has our name. Choose another one with --name.'
      );
    this.#conflictUntil = clock.monotonic() + CONFLICT_TTL_MS;
  }

  /** Probes for the other host. Once it is silent for long enough, the conflict is over and the name is announced again. */
  #checkConflict() {
    if (this.#conflictUntil === -Infinity) return;
    const isOver = !this.#hasConflict;
    if (isOver) this.#conflictUntil = -Infinity;
    for (const openLink of this.#openLinks.values())
      if (isOver) this.#announce(openLink);
      else void openLink.socket.send(probe(this.#name));
  }
}
