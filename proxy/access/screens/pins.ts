import type { Clock } from '#shared/clock';
import { fail, succeed, type Failure, type Result } from '#shared/errors';
import { PIN_UNLOCK_MS } from '#shared/pin';
import type { TooManyAttempts } from '../../http/errors';
import { hashPin, isPin } from './pin-hash';
import type { Screen } from './screen';
import { SCREEN_GONE } from './screen-refusals';
import type { Screens } from './screens';

/** How long a wrong PIN counts, in ms. */
const WINDOW_MS = 15 * 60_000;

/** Maximum number of wrong PINs of one screen within the window. */
const MAX_FAILURES = 5;

/** What PINs depend on. */
interface PinsDeps {
  readonly screens: Pick<Screens, 'current' | 'setPin' | 'onEnded'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** What a PIN was refused for. */
type Refused = { readonly ok: false; readonly error: Failure | TooManyAttempts };

/**
 * The PINs of screens. A screen with a PIN is locked until its PIN is entered there, and again after five minutes. Which screens are
 * unlocked, and wrong PINs, are kept in memory only.
 */
export class Pins {
  readonly #screens: PinsDeps['screens'];
  readonly #clock: PinsDeps['clock'];
  /** Until when screens are unlocked, by id, on the monotonic clock. */
  readonly #unlockedUntil = new Map<string, number>();
  /** When wrong PINs were entered, by id of the screen, on the monotonic clock, the oldest first. */
  readonly #failures = new Map<string, number[]>();
  /** Screens whose PIN is being hashed. One hash at a time per screen, so that no screen keeps the threads of the process busy. */
  readonly #hashing = new Set<string>();

  constructor({ screens, clock }: PinsDeps) {
    this.#screens = screens;
    this.#clock = clock;
    screens.onEnded(({ id }) => this.#forget(id));
  }

  /** Whether a screen has a PIN and is not unlocked. */
  isLocked({ id, pin }: Pick<Screen, 'id' | 'pin'>): boolean {
    if (pin === null) return false;
    const until = this.#unlockedUntil.get(id);
    if (until !== undefined && this.#clock.monotonic() < until) return false;
    this.#unlockedUntil.delete(id);
    return true;
  }

  /** Sets or changes the PIN of a screen. The screen stays unlocked for five minutes. */
  set(id: string, pin: string): Promise<Result<null> | Refused> {
    return this.#hash(id, async () => {
      const hashed = await hashPin(pin);
      const screen = this.#screens.current(id);
      if (!screen) return { ok: false, error: SCREEN_GONE };
      this.#screens.setPin(id, hashed);
      this.#unlock(id);
      return succeed(null);
    });
  }

  /** Removes the PIN of a screen. */
  remove(id: string) {
    this.#forget(id);
    this.#screens.setPin(id, null);
  }

  /**
   * Unlocks a screen by its PIN for five minutes.
   * @returns `wrong-pin`; `too-many-attempts` after five of them within 15 minutes; `not-found` if the screen has no PIN
   */
  unlock(id: string, pin: string): Promise<Result<null> | Refused> {
    return this.#hash(id, async () => {
      const wait = this.#waitOf(id);
      if (wait > 0) return tooMany(wait);
      const stored = this.#screens.current(id)?.pin;
      if (!stored) return fail('not-found', 'This screen has no PIN.');
      const isRight = await isPin(pin, stored);
      const now = this.#screens.current(id);
      if (!now) return { ok: false, error: SCREEN_GONE };
      // It may have been reset while it was checked.
      if (now.pin !== stored) return fail('not-found', 'This screen has another PIN now, or none.');
      if (!isRight) {
        this.#failures.set(id, [...this.#failuresOf(id), this.#clock.monotonic()]);
        return fail('wrong-pin', 'This is not the PIN of this screen.');
      }
      this.#unlock(id);
      return succeed(null);
    });
  }

  /** Locks a screen before the five minutes are over. */
  lock(id: string) {
    this.#unlockedUntil.delete(id);
  }

  #unlock(id: string) {
    this.#failures.delete(id);
    this.#unlockedUntil.set(id, this.#clock.monotonic() + PIN_UNLOCK_MS);
  }

  #forget(id: string) {
    this.#failures.delete(id);
    this.#unlockedUntil.delete(id);
  }

  async #hash<T>(id: string, hash: () => Promise<T>): Promise<T | ReturnType<typeof tooMany>> {
    if (this.#hashing.has(id)) return tooMany(1000);
    this.#hashing.add(id);
    try {
      return await hash();
    } finally {
      this.#hashing.delete(id);
    }
  }

  #failuresOf(id: string): number[] {
    const since = this.#clock.monotonic() - WINDOW_MS;
    return (this.#failures.get(id) ?? []).filter((moment) => moment > since);
  }

  /** Milliseconds until the next PIN may be entered. */
  #waitOf(id: string): number {
    const oldest = this.#failuresOf(id).at(-MAX_FAILURES);
    return oldest === undefined ? 0 : oldest + WINDOW_MS - this.#clock.monotonic();
  }
}

function tooMany(waitMs: number): { readonly ok: false; readonly error: TooManyAttempts } {
  const retryAfter = Math.ceil(waitMs / 1000);
  return {
    ok: false,
    error: {
      code: 'too-many-attempts',
      message: `Too many wrong PINs: try again in ${retryAfter} s.`,
      retryAfter
    }
  };
}
