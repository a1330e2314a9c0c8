import { randomOf } from '../random';

const HOUR_MS = 60 * 60_000;

/** The hour of the day at a moment, 0 up to 24, by the machine's own time zone: a home's evening is where the home is. */
function hourOf(now: number): number {
  const date = new Date(now);
  return date.getHours() + date.getMinutes() / 60 + date.getSeconds() / 3600;
}

/** How light the sky is, from 0 at night to 1 at its brightest, half past one. */
export function daylightAt(now: number): number {
  const sun = Math.sin(((hourOf(now) - 6) / 15) * Math.PI);
  return hourOf(now) > 6 && hourOf(now) < 21 ? sun : 0;
}

/** How warm the day is, from -1 in the night to 1 at three in the afternoon. */
export function warmthAt(now: number): number {
  return Math.cos(((hourOf(now) - 15) / 24) * 2 * Math.PI);
}

/** Whether people are asleep. */
export function isNight(now: number): boolean {
  return hourOf(now) < 6 || hourOf(now) >= 23;
}

/**
 * What wanders by chance, from -1 to 1, as a function of time alone: the same seed, name and moment give the same, so that the
 * past can be told as it would have been. `periodMs` is how long it takes to go another way.
 */
export function wander(seed: number, name: string, now: number, periodMs = HOUR_MS): number {
  const place = now / periodMs;
  const before = Math.floor(place);
  const share = place - before;
  const eased = share * share * (3 - 2 * share);
  const point = (at: number) => randomOf(seed, `${name}/${at}`).between(-1, 1);
  return point(before) * (1 - eased) + point(before + 1) * eased;
}
