import { setTimeout as sleep } from 'node:timers/promises';
import type { Mark } from './mark';
import type { Visitor } from './visitor';

/** How often it is looked, in ms. */
const POLL_INTERVAL_MS = 20;

/** Who is not current by then, in ms, is not waited for. */
const GIVE_UP_MS = 90_000;

/**
 * How long it takes until every screen has been live with the value that the mark has now, in ms: each of them once, for they come
 * and go all the while. `GIVE_UP_MS` where one never was.
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
