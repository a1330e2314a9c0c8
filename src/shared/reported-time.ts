import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';
import { isTime } from '#shared/read';

// Every use of a time that the controller reports goes through this file, since its clock may be wrong. So do the times that Mantel saw itself.

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
  return possibleTime(seconds ? fromController(seconds * 1000, clock) : undefined, now);
}

/** The times of a binary sensor. */
type Sensor = Pick<Device, 'params' | 'trippedAt' | 'calmAt'>;

/**
 * How much earlier than Mantel saw it a trip may be reported to be, in ms: a report can be late. Before that it is the time of another
 * trip.
 */
const MAX_LAG_MS = 10 * 60_000;

/**
 * Returns when a sensor was last tripped, in ms since the epoch: `lasttrip` (document 2.5) [D], or `trippedAt` where the controller reports
 * none that can be right. Undefined if neither is known.
 * @param now ms since the epoch
 */
export function lastTripOf(
  { params, trippedAt }: Sensor,
  clock: ControllerClock,
  now: number
): number | undefined {
  const reported = reportedTime(readSensorBinary(params).lastTrip, clock, now);
  const seen = possibleTime(trippedAt, now);
  return reported === undefined || (seen !== undefined && reported < seen - MAX_LAG_MS) ? seen : reported;
}

/** Returns since when a sensor is tripped, as `lastTripOf` does. Undefined if it is not tripped, or if that is not known. */
export function trippedSince(sensor: Sensor, clock: ControllerClock, now: number): number | undefined {
  return readSensorBinary(sensor.params).isTripped === true ? lastTripOf(sensor, clock, now) : undefined;
}

/** Returns since when a sensor is not tripped any more, as Mantel saw it, in ms since the epoch. Undefined if it has reported a later trip. */
export function calmSince(sensor: Sensor, clock: ControllerClock, now: number): number | undefined {
  if (readSensorBinary(sensor.params).isTripped !== false) return undefined;
  const at = possibleTime(sensor.calmAt, now);
  const trip = lastTripOf(sensor, clock, now);
  return at === undefined || (trip !== undefined && trip > at + MAX_LAG_MS) ? undefined : at;
}

/** A time, if it can be right. */
const possibleTime = (at: number | null | undefined, now: number): number | undefined =>
  at == null || at > now + MAX_AHEAD_MS || at < now - MAX_AGE_MS ? undefined : at;
