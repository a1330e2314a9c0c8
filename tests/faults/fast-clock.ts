import { systemClock, type Clock } from '#shared/clock';
import { slowness } from '../support/yardstick';

/** Without this factor no test would finish in time. */
const MAX_SLOWNESS = 4;

/** A clock that can be made to run faster. */
export interface FastClock extends Clock {
  /** From now on it runs faster: not before screens have signed in, whose timeouts would be short on a busy machine. */
  hasten(): void;
}

/**
 * A clock that runs faster by a factor, so that a test of a minute takes seconds with real sockets. The
 * machine does not get faster, so a bound that holds on this clock holds in real time too. On a slow or busy
 * machine the factor is lower.
 */
export function fastClock(most: number, isFastAtOnce = true): FastClock {
  let times = 1;
  let since = systemClock.monotonic();
  let passed = since;
  const monotonic = () => passed + (systemClock.monotonic() - since) * times;
  const begin = systemClock.now() - passed;
  const hasten = () => {
    passed = monotonic();
    since = systemClock.monotonic();
    times = most / Math.min(slowness(), MAX_SLOWNESS);
  };
  if (isFastAtOnce) hasten();
  const now = () => Math.round(begin + monotonic());
  const after: Clock['after'] = (ms, run) => systemClock.after(ms / times, run);
  return { now, monotonic, after, hasten };
}
