import type { Clock } from '#shared/clock';

/** So long does a password that was typed on a screen stand for who holds it, in ms. */
const PASSWORD_TTL_MS = 10 * 60_000;

/**
 * On which screens a password was typed a moment ago: who finds an unlocked screen must not be able to give its rights away, or to put
 * everybody else out. Nothing of it outlives the process.
 */
export class TypedPasswords {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #typedAt = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** The right password was typed on a screen. */
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
