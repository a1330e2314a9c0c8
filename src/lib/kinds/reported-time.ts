import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';

/** How far the controller's clock may be ahead, in ms. */
const MAX_AHEAD_MS = 60_000;
/** The oldest time that is shown, as an age in ms. An older one comes from a clock that was not set. */
const MAX_AGE_MS = 300 * 86_400_000;

/**
 * Returns a time that the controller reports, in ms since the epoch. Undefined if it reports none, or one that cannot
 * be right.
 * @param seconds UNIX time in seconds; 0 and null are none
 * @param now ms since the epoch
 */
export function reportedTime(seconds: number | null | undefined, now: number): number | undefined {
  if (!seconds) return undefined;
  const at = seconds * 1000;
  return at > now + MAX_AHEAD_MS || at < now - MAX_AGE_MS ? undefined : at;
}

/**
 * Returns since when a sensor is tripped: `lasttrip` (document 2.5) [D], in ms since the epoch. Undefined if it is not
 * tripped, or if the controller reports no such time.
 * @param now ms since the epoch
 */
export function trippedSince({ params }: Pick<Device, 'params'>, now: number): number | undefined {
  const { isTripped, lastTrip } = readSensorBinary(params);
  return isTripped === true ? reportedTime(lastTrip, now) : undefined;
}
