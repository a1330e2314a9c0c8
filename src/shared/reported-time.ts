import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';
import { isTime } from '#shared/read';

// Every use of a time that the controller reports goes through this file, since its clock may be wrong.

/** The controller's clock; `HomeState` is one. */
export interface ControllerClock {
  /** How far it is ahead, in ms: 0 if it is right, null if that is not known. */
  readonly clockOffsetMs: number | null;
}

/** How far a time may be ahead, in ms: an offset below 90 s counts as none. */
const MAX_AHEAD_MS = 120_000;
/** The oldest time that is shown, as an age in ms. An older one comes from a clock that was not set. */
const MAX_AGE_MS = 300 * 86_400_000;

/**
 * Converts a time of the controller's clock, in ms since the epoch. Undefined if it is not known how wrong that clock is, or
 * if no calendar has the time.
 */
export function fromController(at: number, { clockOffsetMs }: ControllerClock): number | undefined {
  if (clockOffsetMs === null) return undefined;
  const here = at - clockOffsetMs;
  return isTime(here) ? here : undefined;
}

/** Converts a time to the controller's clock; both are in ms since the epoch. */
export const toController = (at: number, { clockOffsetMs }: ControllerClock): number =>
  at + (clockOffsetMs ?? 0);

/**
 * Returns a time that the controller reports, in ms since the epoch, corrected by how wrong its clock is. Undefined if it
 * reports none, or one that cannot be right.
 * @param seconds UNIX time in seconds; 0 and null are none
 * @param now ms since the epoch
 */
export function reportedTime(
  seconds: number | null | undefined,
  clock: ControllerClock,
  now: number
): number | undefined {
  const at = seconds ? fromController(seconds * 1000, clock) : undefined;
  return at === undefined || at > now + MAX_AHEAD_MS || at < now - MAX_AGE_MS ? undefined : at;
}

/**
 * Returns since when a sensor is tripped: `lasttrip` (document 2.5) [D], in ms since the epoch. Undefined if it is not
 * tripped, or if the controller reports no such time.
 * @param now ms since the epoch
 */
export function trippedSince(
  { params }: Pick<Device, 'params'>,
  clock: ControllerClock,
  now: number
): number | undefined {
  const { isTripped, lastTrip } = readSensorBinary(params);
  return isTripped === true ? reportedTime(lastTrip, clock, now) : undefined;
}
