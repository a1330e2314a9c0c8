import { NONE, type NeighbourLink, type LinkReader } from './link';

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
export class Sightings {
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
