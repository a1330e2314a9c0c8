import type { Clock } from '#shared/clock';
import type { PageEvent, PageEvents } from '../base/page-events';
import { Timer } from '../base/timer';

/** Milliseconds between checks of the wall clock. */
const TICK_INTERVAL_MS = 5000;
/** If a tick is late by more than this (in ms), the device was asleep. */
const MIN_SLEEP_MS = 5000;

const RESUME_EVENTS: ReadonlySet<PageEvent> = new Set(['visible', 'online', 'restored']);

/**
 * Calls the listener when the page resumes: it is visible again, the network is back, it is restored from the
 * back/forward cache, or the wall clock shows that the device slept without an event. Returns a function that removes
 * the listener.
 */
export function onResume(
  { clock, page }: { clock: Clock; page: PageEvents },
  listener: () => void
): () => void {
  const tick = new Timer(clock);
  let last = clock.now();

  function check(): void {
    const elapsed = clock.now() - last;
    last = clock.now();
    tick.set(TICK_INTERVAL_MS, check);
    // Browsers slow down the timers of a hidden page, so a gap means nothing there.
    if (elapsed > TICK_INTERVAL_MS + MIN_SLEEP_MS && page.isVisible()) listener();
  }

  tick.set(TICK_INTERVAL_MS, check);
  const stopPage = page.subscribe((event) => {
    if (RESUME_EVENTS.has(event)) listener();
  });
  return () => {
    tick.stop();
    stopPage();
  };
}
