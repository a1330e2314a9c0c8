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
  /** The position that is not restored yet. */
  #pending: number | null = null;

  /**
   * Returns the scroll position when the user leaves the page: the one that is being restored, or the current one. SvelteKit
   * calls it twice for a reload.
   */
  capture(): number {
    return this.#pending ?? scrollY;
  }

  /** Scrolls in the first frame in which the page is tall enough, before it is painted, so no jump is visible. */
  restore(top: number): void {
    this.#giveUp();
    this.#pending = top;
    const { href } = location;
    const check = () => {
      frame = requestAnimationFrame(check);
      if (location.href !== href) {
        giveUp();
        return;
      }
      if (document.documentElement.scrollHeight - innerHeight < top) return;
      scrollTo(0, top);
      giveUp();
    };
    const giveUp = () => {
      this.#pending = null;
      cancelAnimationFrame(frame);
      clearTimeout(timeout);
      for (const name of USER_EVENTS) removeEventListener(name, giveUp);
    };
    let frame = requestAnimationFrame(check);
    const timeout = setTimeout(giveUp, RESTORE_TIMEOUT_MS);
    for (const name of USER_EVENTS) addEventListener(name, giveUp);
    this.#giveUp = giveUp;
  }
}
