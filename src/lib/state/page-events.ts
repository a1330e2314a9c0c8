/**
 * What a page lives through. `visible`, `online`: the browser's own words. `restored`: back from the cache of pages, or thawed.
 * `hidden`, `leaving`: the last moments in which something can be kept. `touched`: by a finger, a mouse button or a key.
 * `incomplete`: a part of the app itself could not be loaded.
 */
export type PageEvent =
  'visible' | 'hidden' | 'online' | 'offline' | 'restored' | 'leaving' | 'touched' | 'incomplete';

/** The page's life, so that a test can live it. */
export interface PageEvents {
  /** What the browser thinks of the network. Loopback may work all the same. */
  isOnline(): boolean;
  isVisible(): boolean;
  /** Calls the listener with each event; returns its removal. */
  subscribe(listener: (event: PageEvent) => void): () => void;
}

/** The browser's page. */
export const browserPage: PageEvents = {
  isOnline: () => navigator.onLine,
  isVisible: () => document.visibilityState === 'visible',
  subscribe(listener) {
    const stops = [
      listen(document, 'visibilitychange', () => listener(browserPage.isVisible() ? 'visible' : 'hidden')),
      listen(document, 'resume', () => listener('restored')),
      listen(document, 'freeze', () => listener('leaving')),
      listen(window, 'online', () => listener('online')),
      listen(window, 'offline', () => listener('offline')),
      listen(window, 'pagehide', () => listener('leaving')),
      listen(window, 'pointerdown', () => listener('touched')),
      listen(window, 'keydown', () => listener('touched')),
      listen(window, 'vite:preloadError', () => listener('incomplete')),
      listen(window, 'pageshow', (event) => {
        if (event instanceof PageTransitionEvent && event.persisted) listener('restored');
      })
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }
};

function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener);
  return () => {
    target.removeEventListener(type, listener);
  };
}
