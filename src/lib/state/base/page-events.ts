/**
 * Events of the page. `visible` and `online` are the browser's own. `restored`: back from the back/forward cache, or
 * unfrozen. `hidden` and `leaving`: the last chance to save something. `touched`: a pointer or key was pressed.
 * `unloading`: a navigation to another document begins; it can still fail. `incomplete`: a part of the app could not be
 * loaded.
 */
export type PageEvent =
  | ('visible' | 'hidden' | 'restored' | 'leaving')
  | ('online' | 'offline')
  | ('touched' | 'unloading' | 'incomplete');

/** The page's lifecycle. Tests replace it. */
export interface PageEvents {
  /** Whether the browser reports a network. Loopback may work without one. */
  isOnline(): boolean;
  isVisible(): boolean;
  /** Calls the listener with each event; returns a function that removes it. */
  subscribe(listener: (event: PageEvent) => void): () => void;
}

/** The real page. */
export const browserPage: PageEvents = {
  isOnline: () => navigator.onLine,
  isVisible: () => document.visibilityState === 'visible',
  subscribe(listener) {
    const stopped = new AbortController();
    const listen = (target: EventTarget, type: string, run: (event: Event) => void) =>
      target.addEventListener(type, run, { signal: stopped.signal });
    listen(document, 'visibilitychange', () => listener(browserPage.isVisible() ? 'visible' : 'hidden'));
    listen(document, 'resume', () => listener('restored'));
    listen(document, 'freeze', () => listener('leaving'));
    listen(window, 'online', () => listener('online'));
    listen(window, 'offline', () => listener('offline'));
    listen(window, 'pagehide', () => listener('leaving'));
    listen(window, 'pointerdown', () => listener('touched'));
    listen(window, 'keydown', () => listener('touched'));
    // SvelteKit listens to it too, so this listener keeps no page out of the back/forward cache.
    listen(window, 'beforeunload', () => listener('unloading'));
    listen(window, 'vite:preloadError', () => listener('incomplete'));
    listen(window, 'pageshow', (event) => {
      if (event instanceof PageTransitionEvent && event.persisted) listener('restored');
    });
    return () => stopped.abort();
  }
};
