import { NONE, type NetworkCard, type CardReader } from '../../proxy/server/controllers/card';

/** A neighbour table with entries that a test sets, by address. */
export class FakeCards implements Pick<CardReader, 'cardOf' | 'addressesOf'> {
  readonly #cards = new Map<string, NetworkCard>();

  constructor(cards: Readonly<Record<string, NetworkCard>> = {}) {
    for (const [address, card] of Object.entries(cards)) this.set(address, card);
  }

  /** Sets the card of an address. */
  set(address: string, card: NetworkCard) {
    this.#cards.set(address, card);
  }

  cardOf(address: string): NetworkCard {
    return this.#cards.get(address) ?? NONE;
  }

  addressesOf(card: NetworkCard): string[] {
    return [...this.#cards].filter(([, each]) => each === card).map(([address]) => address);
  }
}
