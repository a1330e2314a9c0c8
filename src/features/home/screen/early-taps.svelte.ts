import type { Clock } from '#shared/clock';
import { ignoreTaps } from '$lib/gestures/ignore-taps';

/** Milliseconds for which a tap is remembered. Later nobody expects it to be followed. */
const MAX_TAP_MS = 3_000;

/**
 * The taps on links of the first screen, for an app that is not there yet: the last one is remembered, and its link stays pressed, until
 * it is void: after 3 s, with the next press, once the page is scrolled from where it was tapped, on Escape, or once the page is hidden.
 */
export class EarlyTaps {
  readonly #clock: Clock;
  readonly #ended = new AbortController();
  #link: Element | null = null;
  #stopTimer: () => void = () => undefined;
  #tappedAt = 0;
  /** While a tap is followed, whether a finger is down. */
  #held: { isHeld: boolean } | null = null;

  /** @param root the element with the links; it stays the same */
  constructor(root: HTMLElement, clock: Clock) {
    this.#clock = clock;
    const { signal } = this.#ended;
    const forget = () => this.#remember(null);
    root.addEventListener('click', (event) => this.#tap(event), { signal });
    root.addEventListener('pointerdown', forget, { signal });
    addEventListener('scroll', () => scrollY !== this.#tappedAt && forget(), { signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && forget(), { signal });
    document.addEventListener('visibilitychange', () => document.hidden && forget(), { signal });
  }

  /** Takes no more taps, and forgets the one that is remembered: each link leads by itself. */
  end(): void {
    this.#remember(null);
    this.#ended.abort();
  }

  /**
   * Takes no more taps, and leads where the remembered one does.
   * @param go opens the page of an address
   */
  async follow(go: (href: string) => Promise<void>): Promise<void> {
    const href = this.#link?.getAttribute('href');
    this.end();
    if (href == null) return;
    const held: { isHeld: boolean } = { isHeld: false };
    this.#held = held;
    const watch = new AbortController();
    const options = { signal: watch.signal, capture: true };
    addEventListener('pointerdown', () => (held.isHeld = true), options);
    for (const up of ['pointerup', 'pointercancel'])
      addEventListener(up, () => (held.isHeld = false), options);
    await go(href).catch(() => undefined);
    watch.abort();
    this.#held = null;
  }

  /**
   * Tells that another page takes the place of the links. If a tap led there, nothing takes a tap for a moment: a second one, on the same
   * place, is not for a control of that page.
   */
  replaced(): void {
    if (this.#held) ignoreTaps(this.#clock, this.#held.isHeld);
  }

  #tap(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.#remember(link);
  }

  #remember(link: Element | null): void {
    this.#stopTimer();
    this.#link?.removeAttribute('data-pressed');
    this.#link = link;
    this.#tappedAt = scrollY;
    link?.setAttribute('data-pressed', '');
    if (link) this.#stopTimer = this.#clock.after(MAX_TAP_MS, () => this.#remember(null));
  }
}
