import { NONE, type NeighbourLink, type LinkReader } from '../../proxy/controllers/link';

/** A neighbour table with entries that a test sets, by address. */
export class FakeLinks implements Pick<LinkReader, 'linkOf' | 'addressesOf'> {
  readonly #links = new Map<string, NeighbourLink>();

  constructor(links: Readonly<Record<string, NeighbourLink>> = {}) {
    for (const [address, link] of Object.entries(links)) this.set(address, link);
  }

  /** Sets the link of an address. */
  set(address: string, link: NeighbourLink) {
    this.#links.set(address, link);
  }

  linkOf(address: string): NeighbourLink {
    return this.#links.get(address) ?? NONE;
  }

  addressesOf(link: NeighbourLink): string[] {
    return [...this.#links].filter(([, each]) => each === link).map(([address]) => address);
  }
}
