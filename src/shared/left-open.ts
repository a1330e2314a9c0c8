import type { Device } from '#shared/home';
import { trippedSince, type ControllerClock } from '#shared/reported-time';

const MINUTE_MS = 60_000;

/**
 * Since when a door or a window is left open, in ms since the epoch; undefined if it is not, or if that is not known.
 * @param minutes after which it is; 0 for never
 * @param now ms since the epoch
 */
export function leftOpenSince(
  device: Device,
  clock: ControllerClock,
  minutes: number,
  now: number
): number | undefined {
  const since = trippedSince(device, clock, now);
  return minutes > 0 && since !== undefined && now - since >= minutes * MINUTE_MS ? since : undefined;
}
