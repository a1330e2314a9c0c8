import { ignoreTaps } from '$lib/gestures/ignore-taps';
import { systemClock, type Clock } from '#shared/clock';
import { SNAPSHOT_ID } from './snapshot';

/** Milliseconds for which the page waits for a finger that is down on the snapshot. */
const MAX_HELD_MS = 1_000;

/** The snapshot that the page has drawn before the app started. */
export class ShownSnapshot {
  /** Not reactive: Svelte keeps former values, and a page that is gone would stay in memory. */
  #element = document.getElementById(SNAPSHOT_ID);
  #isShown = $state(this.#element !== null);
  #tap = $state(this.#element?.dataset['tap'] ?? '');
  #following: Promise<void> | undefined;
  #isFollowing = false;
  #styles: Promise<void> | undefined;
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
    this.#element?.addEventListener('tap', () => (this.#tap = this.#element?.dataset['tap'] ?? ''));
    this.#element?.addEventListener('close', () => this.#forget());
  }

  /** Whether it stands for the page. Reactive. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** The address of the link that was tapped, for as long as it may be followed; otherwise empty. Reactive. */
  get tap(): string {
    return this.#tap;
  }

  /** Whether it shows tiles of devices. */
  get hasDevices(): boolean {
    return !!this.#element?.querySelector('.tile');
  }

  /**
   * Leads to where the tapped link leads. When its page takes the place of the snapshot, nothing takes a tap for a moment: a second one, on
   * the same place, is not for a control of that page.
   * @param go opens the page of an address
   */
  async follow(go: (href: string) => Promise<void>): Promise<void> {
    const href = this.#tap;
    const following = (async () => {
      await this.#styled();
      // It may be void meanwhile, or another one has been tapped.
      if (this.#tap !== href) return;
      this.#isFollowing = true;
      await go(href);
    })();
    this.#following = following.catch(() => undefined).finally(() => (this.#isFollowing = false));
    await this.#following;
  }

  /**
   * Resolves when the page may take its place: its style sheets are there, no finger is down on it (after 1 s it no longer matters), and no
   * tap is followed. Rejects if a style sheet cannot be loaded.
   */
  async settled(): Promise<void> {
    await Promise.all([this.#styled(), this.#released()]);
    await this.#following;
  }

  /** Removes it. The page has to be there in the same task, so that nothing flashes. The focus moves to the page's link of the same address. */
  remove(): void {
    const { activeElement } = document;
    const focused = this.#element?.contains(activeElement) ? activeElement?.getAttribute('href') : null;
    this.#element?.dispatchEvent(new Event('close'));
    if (focused)
      document.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  get #isHeld(): boolean {
    return this.#element?.dataset['held'] !== undefined;
  }

  /** Rejects if a style sheet cannot be loaded; the next call makes a new attempt. */
  async #styled(): Promise<void> {
    this.#styles ??= loadMissingStyles();
    try {
      await this.#styles;
    } finally {
      this.#styles = undefined;
    }
  }

  #released(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#isHeld) {
        resolve();
        return;
      }
      const done = () => {
        stopTimer();
        resolve();
      };
      const stopTimer = this.#clock.after(MAX_HELD_MS, done);
      this.#element?.addEventListener('release', done, { once: true });
    });
  }

  #forget(): void {
    if (this.#isFollowing) ignoreTaps(this.#clock, this.#isHeld);
    this.#element = null;
    this.#isShown = false;
    this.#tap = '';
  }
}

/**
 * Loads again the style sheets of the snapshot that are not there. Vite waits for no style sheet that the page links already, be it on its
 * way or failed.
 */
async function loadMissingStyles(): Promise<void> {
  const missing = document.querySelectorAll<HTMLLinkElement>('link[data-snapshot=""]');
  await Promise.all(
    Array.from(missing, (link) => {
      const again = document.createElement('link');
      again.rel = 'stylesheet';
      again.dataset['snapshot'] = '';
      again.href = link.href;
      return new Promise<void>((resolve, reject) => {
        again.addEventListener('load', () => {
          again.dataset['snapshot'] = 'loaded';
          resolve();
        });
        again.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)));
        link.replaceWith(again);
      });
    })
  );
}

/** The snapshot on the page; one instance. */
export const shownSnapshot = new ShownSnapshot();
