import type { Clock } from '#shared/clock';
import type { PageEvent, PageEvents } from '../page-events';
import { Timer } from '../timer';

/** Milliseconds between looks at the wall clock. */
const TICK_INTERVAL_MS = 5000;
/** A tick that is later than this was slept through. */
const MIN_SLEEP_MS = 5000;

const RESUME_EVENTS: ReadonlySet<PageEvent> = new Set(['visible', 'online', 'restored']);

/**
 * Calls the listener when the screen wakes: the page is visible again, the network is back, the page comes back from its cache, or the
 * wall clock shows that the machine has slept although no event said so. Returns the removal of the listener.
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
    // A hidden page's timers are slowed down by the browser: there a gap tells nothing.
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
