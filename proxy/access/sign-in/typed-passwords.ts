import type { Clock } from '#shared/clock';

/** How long a typed password counts as proof of who uses the screen, in ms. */
const PASSWORD_TTL_MS = 10 * 60_000;

/**
 * Screens on which the password was typed recently. Somebody who finds an unlocked screen must not be able to pass its rights on, or to
 * sign others out. It is kept in memory only.
 */
export class TypedPasswords {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #typedAt = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Notes that the right password was typed on a screen. */
  typed(screen: string) {
    this.#forgetOld();
    this.#typedAt.set(screen, this.#clock.monotonic());
  }

  /** Whether it was typed there within the last ten minutes. */
  isFresh(screen: string): boolean {
    this.#forgetOld();
    return this.#typedAt.has(screen);
  }

  #forgetOld() {
    const now = this.#clock.monotonic();
    for (const [screen, at] of this.#typedAt) if (now - at >= PASSWORD_TTL_MS) this.#typedAt.delete(screen);
  }
}
