import type { Clock } from '#shared/clock';
import { SlidingWindow } from '../../base/platform/sliding-window';

/** How long a typed password counts as proof of who uses the screen, in ms. */
const PASSWORD_TTL_MS = 10 * 60_000;

/**
 * Screens on which the password was typed recently. Somebody who finds an unlocked screen must not be able to pass its rights on, or to
 * sign others out. It is kept in memory only.
 */
export class TypedPasswords extends SlidingWindow {
  constructor(clock: Pick<Clock, 'monotonic'>) {
    super(clock, { max: 1, windowMs: PASSWORD_TTL_MS });
  }

  /** Whether it was typed on a screen within the last ten minutes. */
  isFresh(screen: string): boolean {
    return this.delay(screen) > 0;
  }
}
