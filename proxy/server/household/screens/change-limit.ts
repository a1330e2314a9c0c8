import type { Clock } from '#shared/clock';
import { succeed, type Result } from '#shared/errors';
import { SlidingWindow } from '../../base/platform/sliding-window';
import { tooManyAttempts } from '../../http/errors';

/** Changes that a screen makes within a minute: each one is written to the disk. */
const RULE = { max: 10, windowMs: 60_000 };

/** Returns a function that counts a change of a screen, or fails if that has made too many. `what`: such as "many timers". */
export function changeLimit(clock: Clock, what: string): (screen: string) => Result<null> {
  const changes = new SlidingWindow(clock, RULE);
  return (screen) => {
    const waitMs = changes.delay(screen);
    if (waitMs > 0) return tooManyAttempts(`This screen has changed ${what}`, waitMs);
    changes.add(screen);
    return succeed(null);
  };
}
