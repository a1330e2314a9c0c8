import type { Snapshot } from '@sveltejs/kit';

/** Milliseconds that a page may take to reach its former height. */
const RESTORE_TIMEOUT_MS = 3_000;
/** Events of the user that cancel the restoration. */
const USER_EVENTS = ['pointerdown', 'wheel', 'keydown'] as const;

/**
 * The scroll position of each page in px, as a SvelteKit snapshot, for Back and for a reload. It is restored even if
 * the content is rendered later than the page itself.
 */
export class ScrollSnapshot implements Snapshot<number> {
  #giveUp = () => {};

  /** Returns the current scroll position, when the user leaves the page. */
  capture(): number {
    this.#giveUp();
    return scrollY;
  }

  /** Scrolls once the page is tall enough. A resize observer runs before the paint, so no jump is visible. */
  restore(top: number): void {
    this.#giveUp();
    const growth = new ResizeObserver(() => {
      // A skeleton is as tall as the page that replaces it, but that page is rendered step by step.
      if (document.querySelector('.rooms > .skeleton')) return;
      if (document.documentElement.scrollHeight - innerHeight < top) return;
      scrollTo(0, top);
      giveUp();
    });
    const giveUp = () => {
      growth.disconnect();
      clearTimeout(timeout);
      for (const name of USER_EVENTS) removeEventListener(name, giveUp);
    };
    const timeout = setTimeout(giveUp, RESTORE_TIMEOUT_MS);
    for (const name of USER_EVENTS) addEventListener(name, giveUp);
    growth.observe(document.body);
    this.#giveUp = giveUp;
  }
}
