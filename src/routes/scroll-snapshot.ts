import type { Snapshot } from '@sveltejs/kit';

/** How long a page may take to grow to its former height, in ms. */
const RESTORE_TIMEOUT_MS = 3_000;
/** A touch means that the user wants the page where it is now. */
const HANDS = ['pointerdown', 'wheel', 'keydown'] as const;

/**
 * The scroll position of each page, in px, as a SvelteKit snapshot: kept for Back and for a reload. It is restored even where the content
 * comes later than the page itself.
 */
export class ScrollSnapshot implements Snapshot<number> {
  #giveUp = () => {};

  /** The scroll position of the page that is left. */
  capture(): number {
    this.#giveUp();
    return scrollY;
  }

  /** Waits until the page is tall enough. A resize observer reports that before the paint, so nobody sees a jump. */
  restore(top: number): void {
    this.#giveUp();
    const growth = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight - innerHeight < top) return;
      scrollTo(0, top);
      giveUp();
    });
    const giveUp = () => {
      growth.disconnect();
      clearTimeout(patience);
      for (const hand of HANDS) removeEventListener(hand, giveUp);
    };
    const patience = setTimeout(giveUp, RESTORE_TIMEOUT_MS);
    for (const hand of HANDS) addEventListener(hand, giveUp);
    growth.observe(document.body);
    this.#giveUp = giveUp;
  }
}
