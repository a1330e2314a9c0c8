import { NONE, type NeighbourLink, type LinkReader } from './link';

/** Addresses that are tried at a time. */
const MAX_DIALS = 8;

/** What looking for links stands on. */
interface SightingParts {
  readonly links: Pick<LinkReader, 'linkOf' | 'addressesOf'>;
  /** Whether somebody answers at an address. */
  readonly dial: (address: string) => Promise<boolean>;
}

/** An address that answers, and by what it is reached. */
interface Sighting {
  readonly address: string;
  readonly link: NeighbourLink;
}

/** Which addresses answer, and by what: those at which a learned link is seen already come first. */
export class Sightings {
  readonly #parts: SightingParts;
  readonly #learned: readonly NeighbourLink[];

  constructor(parts: SightingParts, learned: readonly NeighbourLink[]) {
    this.#parts = parts;
    this.#learned = learned;
  }

  /** By what an address is reached now; null where nobody answers. */
  async at(address: string): Promise<NeighbourLink | null> {
    const { links, dial } = this.#parts;
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
   * The addresses among these that answer by a learned link. The table is looked at first, for whoever has answered a search stands in it;
   * only where that shows none, all are tried.
   */
  async learnedAmong(addresses: readonly string[]): Promise<Sighting[]> {
    const isSeen = (address: string) => this.isLearned(this.#parts.links.linkOf(address, this.#learned));
    const seen = await this.among(addresses.filter(isSeen));
    const sightings = seen.length > 0 ? seen : await this.among(addresses);
    return sightings.filter(({ link }) => this.isLearned(link));
  }

  /** Whether another address than these answers by the same link: then the link tells nobody apart. */
  async isShared(link: NeighbourLink, but: readonly string[]): Promise<boolean> {
    const others = this.#parts.links.addressesOf(link).filter((address) => !but.includes(address));
    return (await this.among(others)).some((other) => other.link === link);
  }

  /** Whether a link is one that was learned, and says something. */
  isLearned(link: NeighbourLink): boolean {
    return link !== NONE && this.#learned.includes(link);
  }
}
