import { systemClock, type Clock } from '#shared/clock';
import { slowness } from '../support/yardstick';

/** Without this factor no test would finish in time. */
const MAX_SLOWNESS = 4;

/**
 * Time that runs so many times faster: what takes a minute is shown in seconds, with real sockets all the while. The machine itself
 * gets no faster, so a bound that holds by this clock holds all the more by the wall's. On a machine that is slow or busy just now, time
 * runs that much less fast.
 */
export function hastyClock(most: number): Clock {
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
