import type { Home } from '#shared/home';
import type { Layout } from '#shared/layout';
import type { Rights } from '#shared/rights';
import { limitLayout } from '../access/rights';
import { encode } from './home-text';
import type { HomeSource } from './watched-home';

/** The layout of a view as a live message. It is encoded once for all screens of the view while layout and home stay the same. */
export class LayoutText {
  readonly #home: HomeSource;
  readonly #rooms: Rights['rooms'];
  #encoded: { readonly layout: Layout; readonly home: Home; readonly message: Buffer } | undefined;

  /** @param rooms ids of the rooms of the view; null: all of them */
  constructor(home: HomeSource, rooms: Rights['rooms']) {
    this.#home = home;
    this.#rooms = rooms;
  }

  /** The live message `layout`. It says nothing about what is not in the view. */
  message(layout: Layout): Buffer {
    const { home } = this.#home.journal;
    const isSameHome = this.#rooms === null || this.#encoded?.home === home;
    if (!this.#encoded || this.#encoded.layout !== layout || !isSameHome) {
      const limited = limitLayout(layout, this.#rooms, home);
      this.#encoded = { layout, home, message: encode({ type: 'layout', layout: limited }) };
    }
    return this.#encoded.message;
  }
}
