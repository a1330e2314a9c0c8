import { setTimeout as sleep } from 'node:timers/promises';
import type { Mark } from './mark';
import type { Visitor } from './visitor';

/** Interval of the checks, in ms. */
const POLL_INTERVAL_MS = 20;

/** Gives up after this time, in ms. */
const GIVE_UP_MS = 90_000;

/**
 * The time until every screen has been live with the current value of the mark at least once, in ms. Screens
 * come and go meanwhile. About `GIVE_UP_MS` if one never was.
 */
export async function untilCurrent(visitors: readonly Visitor[], mark: Mark): Promise<number> {
  const begun = performance.now();
  mark.change(false);
  const { value } = mark;
  let waiting = [...visitors];
  while (waiting.length > 0 && performance.now() - begun < GIVE_UP_MS) {
    waiting = waiting.filter(({ screen }) => !mark.isShown(screen, value));
    if (waiting.length > 0) await sleep(POLL_INTERVAL_MS);
  }
  return performance.now() - begun;
}
