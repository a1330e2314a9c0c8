import type { Clock } from '#shared/clock';
import type { PageEvents } from '../base/page-events';
import { Timer } from '../base/timer';

/**
 * Whether the screen stays on. `held`: it does. `refused`: the browser refused it; it is asked again. `waiting`: not
 * asked yet, or the page is hidden. `absent`: the browser cannot do it here.
 */
export type WakeLockState = 'waiting' | 'held' | 'refused' | 'absent';

/** A lock that the browser has granted. It can end it at any time, for example when the page is hidden. */
export interface HeldWakeLock {
  release(): Promise<void>;
  onRelease(listener: () => void): void;
}

/** What the wake lock depends on. `requestLock` is null if the browser has no wake lock. */
export interface WakeLockEnvironment {
  readonly clock: Clock;
  readonly page: PageEvents;
  readonly requestLock: (() => Promise<HeldWakeLock>) | null;
}

/** Milliseconds between requests while the browser refuses the lock. */
const RETRY_INTERVAL_MS = 60_000;

/** Keeps the screen on by the browser's wake lock, and knows whether it is really held. */
export class WakeLock {
  readonly #environment: WakeLockEnvironment;
  readonly #retry: Timer;
  #state = $state.raw<WakeLockState>('waiting');
  #lock: HeldWakeLock | null = null;
  #isRequesting = false;
  #isStarted = false;

  constructor(environment: WakeLockEnvironment) {
    this.#environment = environment;
    this.#retry = new Timer(environment.clock);
    if (!environment.requestLock) this.#state = 'absent';
  }

  get state(): WakeLockState {
    return this.#state;
  }

  /**
   * Requests the lock, and again when the page returns, when it is touched, or after a refusal; returns a function that
   * releases it.
   */
  start(): () => void {
    this.#isStarted = true;
    void this.#request();
    const stopPage = this.#environment.page.subscribe((event) => {
      if (event === 'visible' || event === 'restored' || event === 'touched') void this.#request();
    });
    return () => {
      this.#isStarted = false;
      stopPage();
      this.#retry.stop();
      const lock = this.#lock;
      this.#lose();
      void lock?.release().catch(() => undefined);
    };
  }

  async #request(): Promise<void> {
    const { page, requestLock } = this.#environment;
    if (!requestLock || this.#lock || this.#isRequesting || !page.isVisible()) return;
    this.#isRequesting = true;
    const lock = await requestLock().catch(() => null);
    this.#isRequesting = false;
    if (!this.#isStarted) {
      void lock?.release().catch(() => undefined);
    } else if (lock) {
      this.#hold(lock);
    } else {
      this.#state = 'refused';
      this.#retry.set(RETRY_INTERVAL_MS, () => void this.#request());
    }
  }

  #hold(lock: HeldWakeLock): void {
    this.#lock = lock;
    this.#state = 'held';
    this.#retry.stop();
    lock.onRelease(() => {
      if (this.#lock !== lock) return;
      this.#lose();
      this.#retry.set(RETRY_INTERVAL_MS, () => void this.#request());
    });
  }

  #lose(): void {
    this.#lock = null;
    if (this.#state !== 'absent') this.#state = 'waiting';
  }
}
