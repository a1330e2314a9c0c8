import { NONE, type NeighbourLink, type LinkReader } from './link';
import { connect } from 'node:net';
import type { Clock } from '#shared/clock';
import type { DiscoveryReply } from '../discovery/reply';
import { codeOf } from '../store/errors';
import type { KnownController, KnownControllers } from './known';

/** Maximum number of addresses that are tried at the same time. */
const MAX_DIALS = 8;

/** What sightings depend on. */
interface SightingDeps {
  readonly links: Pick<LinkReader, 'linkOf' | 'addressesOf'>;
  /** Whether an address accepts or refuses connections. */
  readonly dial: (address: string) => Promise<boolean>;
}

/** An address that answers, and its link. */
interface Sighting {
  readonly address: string;
  readonly link: NeighbourLink;
}

/** Finds out which addresses answer, and by which link. Addresses at which the table shows a learned link come first. */
class Sightings {
  readonly #deps: SightingDeps;
  readonly #learned: readonly NeighbourLink[];

  constructor(deps: SightingDeps, learned: readonly NeighbourLink[]) {
    this.#deps = deps;
    this.#learned = learned;
  }

  /** The current link of an address; null if nothing answers there. */
  async at(address: string): Promise<NeighbourLink | null> {
    const { links, dial } = this.#deps;
    return (await dial(address)) ? links.linkOf(address, this.#learned) : null;
  }

  /** The addresses that answer. */
  async among(addresses: readonly string[]): Promise<Sighting[]> {
    const sightings: Sighting[] = [];
    const rest = [...addresses];
    const worker = async () => {
      for (let address = rest.shift(); address !== undefined; address = rest.shift()) {
        const link = await this.at(address);
        if (link !== null) sightings.push({ address, link });
      }
    };
    await Promise.all(Array.from({ length: MAX_DIALS }, worker));
    return sightings;
  }

  /**
   * The addresses among these that answer by a learned link. Those that the table shows are tried first, since devices that replied to a
   * search are in it. All are tried only if there are none.
   */
  async learnedAmong(addresses: readonly string[]): Promise<Sighting[]> {
    const isSeen = (address: string) => this.isLearned(this.#deps.links.linkOf(address, this.#learned));
    const seen = await this.among(addresses.filter(isSeen));
    const sightings = seen.length > 0 ? seen : await this.among(addresses);
    return sightings.filter(({ link }) => this.isLearned(link));
  }

  /** Whether another address than these answers by the same link: then the link does not identify a device. */
  async isShared(link: NeighbourLink, but: readonly string[]): Promise<boolean> {
    const others = this.#deps.links.addressesOf(link).filter((address) => !but.includes(address));
    return (await this.among(others)).some((other) => other.link === link);
  }

  /** Whether a link is visible and was learned. */
  isLearned(link: NeighbourLink): boolean {
    return link !== NONE && this.#learned.includes(link);
  }
}

/**
 * Interval of searches for a lost controller, in ms: with the search itself it stays below the 12 s in which the controller has to be
 * found.
 */
const SEARCH_INTERVAL_MS = 6_000;

/** How long an address may take to accept or to refuse a connection, in ms: a handshake within the home takes a few. */
const DIAL_TIMEOUT_MS = 1_500;

/** Time without a report after which a controller no longer counts as lost, in ms. */
const LOST_TIMEOUT_MS = 30_000;

/** What relocation depends on. */
interface RelocationDeps {
  readonly known: KnownControllers;
  readonly links: Pick<LinkReader, 'linkOf' | 'addressesOf'>;
  readonly clock: Clock;
  /** Searches, and resolves with the replies. */
  readonly search: () => Promise<readonly DiscoveryReply[]>;
  /** Whether an address accepts or refuses connections; replaced in tests. */
  readonly dial?: (address: string, port: number) => Promise<boolean>;
}

/**
 * Follows a lost controller to a new address, if the neighbour table proves it: a learned link does not answer at the old address, and
 * answers at exactly one other. In all other cases a person gives the address.
 */
export class Relocation {
  readonly name = 'relocation';
  readonly #deps: Required<RelocationDeps>;
  /** When each lost controller was last reported, in monotonic ms, by id. */
  readonly #lost = new Map<string, number>();
  #isLooking = false;
  #cancelRound: (() => void) | undefined;

  constructor(deps: RelocationDeps) {
    this.#deps = { dial, ...deps };
  }

  /** Receives the events of all homes. */
  receive({ type, controller }: { readonly type: string; readonly controller: string }) {
    if (type === 'lost') this.lost(controller);
  }

  /** Reports that a controller does not answer at its address, or that another box does. It has to be called again while that lasts. */
  lost(id: string) {
    const { known, clock } = this.#deps;
    const isRecognizable = known.linksOf(id)?.some((link) => link !== NONE);
    if (!isRecognizable || known.get(id)?.dial) return;
    this.#lost.set(id, clock.monotonic());
    if (!this.#isLooking && !this.#cancelRound) void this.#look();
  }

  /** Stops searching. */
  stop() {
    this.#lost.clear();
    this.#cancelRound?.();
    this.#cancelRound = undefined;
  }

  async #look() {
    const { clock, known, search } = this.#deps;
    this.#isLooking = true;
    this.#cancelRound = undefined;
    const startedAt = clock.monotonic();
    for (const [id, reportedAt] of this.#lost)
      if (startedAt - reportedAt > LOST_TIMEOUT_MS) this.#lost.delete(id);
    const controllers = [...this.#lost.keys()].flatMap((id) => known.get(id) ?? []);
    if (controllers.length > 0) {
      const searching = search();
      await Promise.all(controllers.map((controller) => this.#verify(controller, searching)));
    }
    this.#isLooking = false;
    if (this.#lost.size === 0) return;
    const rest = Math.max(0, startedAt + SEARCH_INTERVAL_MS - clock.monotonic());
    this.#cancelRound = clock.after(rest, () => void this.#look());
  }

  async #verify({ id, address, port }: KnownController, searching: Promise<readonly DiscoveryReply[]>) {
    const { known, links } = this.#deps;
    const learned = known.linksOf(id) ?? [];
    const sightings = new Sightings({ links, dial: (at) => this.#deps.dial(at, port) }, learned);
    const [there, answered] = await Promise.all([sightings.at(address), searching]);
    if (!this.#lost.has(id) || known.get(id)?.address !== address) return;
    if (there !== null && learned.includes(there)) {
      this.#lost.delete(id);
      return;
    }
    const addresses = new Set(answered.map((candidate) => candidate.address));
    const [found, ...others] = await sightings.learnedAmong([...addresses]);
    if (!found) return;
    const isAmbiguous =
      others.length > 0 ||
      known.at(found.address).length > 0 ||
      (await sightings.isShared(found.link, [address, found.address]));
    if (isAmbiguous || known.get(id)?.address !== address) return;
    this.#lost.delete(id);
    known.move(id, found.address, found.link);
  }
}

/** Whether an address accepts or refuses a connection. The connection is closed at once: no byte is sent on it. */
function dial(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(DIAL_TIMEOUT_MS, () => end(false));
    socket.on('connect', () => end(true));
    socket.on('error', (error) => end(['ECONNREFUSED', 'ECONNRESET'].includes(String(codeOf(error)))));
  });
}
