import { randomOf } from '../random';

const HOUR_MS = 60 * 60_000;

/** The hour of the day, from 0 up to 24, in the time zone of the machine. */
function hourOf(now: number): number {
  const date = new Date(now);
  return date.getHours() + date.getMinutes() / 60 + date.getSeconds() / 3600;
}

/** Brightness of the sky, from 0 at night to 1 at 13:30. */
export function daylightAt(now: number): number {
  const sun = Math.sin(((hourOf(now) - 6) / 15) * Math.PI);
  return hourOf(now) > 6 && hourOf(now) < 21 ? sun : 0;
}

/** Daily temperature curve, from -1 at 3:00 to 1 at 15:00. */
export function warmthAt(now: number): number {
  return Math.cos(((hourOf(now) - 15) / 24) * 2 * Math.PI);
}

/** Whether it is night, from 23:00 to 6:00. */
export function isNight(now: number): boolean {
  return hourOf(now) < 6 || hourOf(now) >= 23;
}

/**
 * Smooth noise from -1 to 1. It depends only on seed, name and time, so past values can be computed too.
 * @param periodMs time between two random points
 */
export function wander(seed: number, name: string, now: number, periodMs = HOUR_MS): number {
  const position = now / periodMs;
  const before = Math.floor(position);
  const share = position - before;
  const eased = share * share * (3 - 2 * share);
  const point = (at: number) => randomOf(seed, `${name}/${at}`).between(-1, 1);
  return point(before) * (1 - eased) + point(before + 1) * eased;
}
