import { every, type Clock } from '#shared/clock';

/** The pattern of an alarm in ms, by turns on and off, and how often it begins. */
const PATTERN = [600, 200, 600];
const PERIOD_MS = 3000;

/** Whether a browser lets the page vibrate: once it was touched. Older ones do not say so, and ignore what they do not allow. */
const mayVibrate = (): boolean =>
  'vibrate' in navigator && (!('userActivation' in navigator) || navigator.userActivation.hasBeenActive);

/** Vibrates every 3 s for an alarm, whether touches are to be felt or not; returns a function that ends that at once. */
export function vibrateForAlarm(clock: Clock): () => void {
  const vibrate = (pattern: number | number[]) => {
    if (mayVibrate()) navigator.vibrate(pattern);
  };
  vibrate(PATTERN);
  const stop = every(clock, PERIOD_MS, () => vibrate(PATTERN));
  return () => {
    stop();
    vibrate(0);
  };
}
