/**
 * Keeps as much free at the end of a page as its notices were tall at most (`--notices`, in px): what they would cover can be scrolled from
 * under them, and nothing moves when one of them goes.
 */
export class FootRoom {
  readonly #root: HTMLElement;
  readonly #foot: HTMLElement | null;
  #most = 0;

  constructor(page: Document) {
    this.#root = page.documentElement;
    this.#foot = page.getElementById('foot');
  }

  /** Follows the notices; returns a function that ends it. */
  start(): () => void {
    const size = new ResizeObserver(() => this.#grow());
    if (this.#foot) size.observe(this.#foot);
    return () => {
      size.disconnect();
      this.#root.style.removeProperty('--notices');
    };
  }

  /** Another page is shown: only the notices of now count. */
  reset(): void {
    this.#most = 0;
    this.#grow();
  }

  #grow(): void {
    this.#most = Math.max(this.#most, this.#foot?.offsetHeight ?? 0);
    this.#root.style.setProperty('--notices', `${this.#most}px`);
  }
}
