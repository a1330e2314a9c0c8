import type { Snapshot } from '@sveltejs/kit';

/** A page may take so long to grow to where one was, in ms. */
const RESTORE_TIMEOUT_MS = 3_000;
/** Who touches the page means to be where it is now. */
const HANDS = ['pointerdown', 'wheel', 'keydown'] as const;

/**
 * How far each page was scrolled, in px. SvelteKit keeps it for the way back and for a reload; here one comes to the same place though
 * what stood there comes later than the page itself.
 */
export class ScrollSnapshot implements Snapshot<number> {
  #giveUp = () => {};

  /** The place on the page that is left. */
  capture(): number {
    this.#giveUp();
    return scrollY;
  }

  /** Waits for the page to be tall enough. It is told of that before it is painted, so nobody sees it jump. */
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
