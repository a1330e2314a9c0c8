import type { Clock } from '../clock';
import type { PageEvent, PageEvents } from '../page-events';
import { Timer } from '../timer';

/** Milliseconds between looks at the wall clock. */
const TICK_MS = 5000;
/** A tick that is later than this was slept through. */
const GAP_MS = 5000;

const wakes: ReadonlySet<PageEvent> = new Set(['visible', 'online', 'restored']);

/**
 * Tells when the screen wakes: it is looked at again, the network is back, the page comes back from its cache, or the wall clock shows
 * that the machine has slept though no event told. Returns the end of the telling.
 */
export function watchWakes(
  { clock, page }: { clock: Clock; page: PageEvents },
  woke: () => void
): () => void {
  const tick = new Timer(clock);
  let last = clock.now();

  function look(): void {
    const elapsed = clock.now() - last;
    last = clock.now();
    tick.set(TICK_MS, look);
    // A hidden page's timers are slowed down by the browser: there a gap tells nothing.
    if (elapsed > TICK_MS + GAP_MS && page.isVisible()) woke();
  }

  tick.set(TICK_MS, look);
  const stopPage = page.watch((event) => {
    if (wakes.has(event)) woke();
  });
  return () => {
    tick.stop();
    stopPage();
  };
}
