import { systemClock, type Clock } from '#shared/clock';
import { slowness } from '../support/yardstick';

/** Without this factor no test would finish in time. */
const MAX_SLOWNESS = 4;

/**
 * A clock that runs faster by a factor, so that a test of a minute takes seconds with real sockets. The
 * machine does not get faster, so a bound that holds on this clock holds in real time too. On a slow or busy
 * machine the factor is lower.
 */
export function fastClock(most: number): Clock {
  const times = most / Math.min(slowness(), MAX_SLOWNESS);
  const begin = systemClock.now();
  const passed = () => systemClock.monotonic() * times;
  const first = passed();
  return {
    now: () => Math.round(begin + passed() - first),
    monotonic: passed,
    after: (ms, run) => systemClock.after(ms / times, run)
  };
}
