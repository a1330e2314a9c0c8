import { fail, succeed, type Result } from '#shared/errors';
import { PIN_UNLOCK_MS } from '#shared/pin';
import { SlidingWindow } from '../../base/platform/sliding-window';
import { tooManyAttempts } from '../../http/errors';
import type { Stores } from '../stores';
import { hashPin, isPin, type PinHash, type Screen, SCREEN_GONE } from './screen';

const MINUTE_MS = 60_000;

/** The limits on wrong PINs of one screen. A day of guessing finds a PIN of four digits in three of a thousand cases. */
const FAILURE_RULES = [
  { max: 5, windowMs: 15 * MINUTE_MS },
  { max: 30, windowMs: 24 * 60 * MINUTE_MS }
];

/** The limit on changes of one screen's PIN: each is written to the disk. */
const CHANGE_RULE = { max: 10, windowMs: 15 * MINUTE_MS };

/**
 * The PINs of browsers. Each screen of a browser has the same hash, so that the PIN holds at all its homes. They are locked until the PIN is
 * entered at one of them, and again after five minutes. Which are unlocked, and wrong PINs, are kept in memory only.
 */
export class Pins {
  readonly #stores: Stores;
  /** The PINs that were entered in the last minutes, and the wrong ones in their place, by hash. */
  readonly #unlocked: SlidingWindow;
  readonly #failures: SlidingWindow;
  readonly #changes: SlidingWindow;
  /**
   * What is being hashed: a new PIN of a screen, or a PIN that is checked. One at a time, so that no browser keeps the threads of the process
   * busy, nor tries more PINs at once at its several homes.
   */
  readonly #hashing = new Set<string>();

  constructor(stores: Stores) {
    const { screens, clock } = stores;
    this.#stores = stores;
    this.#unlocked = new SlidingWindow(clock, { max: 1, windowMs: PIN_UNLOCK_MS });
    this.#failures = new SlidingWindow(clock, ...FAILURE_RULES);
    this.#changes = new SlidingWindow(clock, CHANGE_RULE);
    screens.onEnded(({ id }) => this.#changes.forget(id));
  }

  /** Whether a screen has a PIN and is not unlocked. */
  isLocked({ pin }: Pick<Screen, 'pin'>): boolean {
    return pin !== null && this.#unlocked.delay(pin.hash) === 0;
  }

  /**
   * Sets or changes the PIN of a browser, at one of its screens. They stay unlocked for five minutes.
   * @param all the ids of all its screens
   * @returns `too-many-attempts` after ten changes within 15 minutes
   */
  set(id: string, pin: string, all: readonly string[] = [id]): Promise<Result<null>> {
    return this.#hash(id, async () => {
      const wait = this.#changes.delay(id);
      if (wait > 0) return tooManyAttempts('Too many changes of the PIN', wait);
      const hashed = await hashPin(pin);
      const screen = this.#stores.screens.current(id);
      if (!screen) return SCREEN_GONE;
      this.#changes.add(id);
      this.#unlock(hashed);
      for (const each of all) this.#stores.screens.setPin(each, hashed);
      return succeed(null);
    });
  }

  /** Removes the PIN of a screen's browser, which was unlocked by it. */
  remove(id: string) {
    for (const each of this.#ofBrowser(id)) this.#stores.screens.setPin(each.id, null);
  }

  /**
   * Removes the PIN of a screen by the password of its home. That proves nothing to the other homes of the browser, so their screens end: the
   * PIN kept others from them, too.
   */
  reset(id: string) {
    const { screens } = this.#stores;
    for (const each of this.#ofBrowser(id))
      if (each.id === id) screens.setPin(id, null);
      else screens.end(each.id, { reason: 'pin-removed' });
  }

  /**
   * Unlocks the screens of a browser by its PIN for five minutes.
   * @returns `wrong-pin`; `too-many-attempts` after five of them within 15 minutes, or 30 within a day; `not-found` if the screen has no PIN
   */
  async unlock(id: string, pin: string): Promise<Result<null>> {
    const { screens, activity, known } = this.#stores;
    const stored = screens.current(id)?.pin;
    if (!stored) return fail('not-found', 'This screen has no PIN.');
    return this.#hash(stored.hash, async () => {
      const wait = this.#failures.delay(stored.hash);
      if (wait > 0) return tooManyAttempts('Too many wrong PINs', wait);
      const isRight = await isPin(pin, stored);
      const now = screens.current(id);
      if (!now) return SCREEN_GONE;
      // It may have been reset while it was checked.
      if (now.pin !== stored) return fail('not-found', 'This screen has another PIN now, or none.');
      if (!isRight) {
        this.#failures.add(stored.hash);
        // Each wrong PIN that makes a screen wait is in the activity log.
        if (this.#failures.delay(stored.hash) > 0)
          activity.note({ kind: 'wrong-pins', controller: known.get(now.controller), screen: now });
        return fail('wrong-pin', 'This is not the PIN of this screen.');
      }
      this.#unlock(stored);
      return succeed(null);
    });
  }

  /** Locks the screens of a browser before the five minutes are over. */
  lock(id: string) {
    this.#unlocked.forget(this.#stores.screens.current(id)?.pin?.hash ?? '');
  }

  /** The screens of a browser with a PIN: all that have its hash. */
  #ofBrowser(id: string): Screen[] {
    const { screens } = this.#stores;
    const hash = screens.current(id)?.pin?.hash;
    return screens.all.filter(({ pin }) => hash !== undefined && pin?.hash === hash);
  }

  #unlock({ hash }: PinHash) {
    this.#failures.forget(hash);
    this.#unlocked.add(hash);
  }

  async #hash<T>(key: string, hash: () => Promise<T>): Promise<T | ReturnType<typeof tooManyAttempts>> {
    if (this.#hashing.has(key)) return tooManyAttempts('Another PIN of this screen is being checked', 1000);
    this.#hashing.add(key);
    try {
      return await hash();
    } finally {
      this.#hashing.delete(key);
    }
  }
}
