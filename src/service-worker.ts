import { build, files, version } from '$service-worker';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/**
 * The part of the service worker's global scope that is used here. The TypeScript configuration has only the page's
 * scope.
 */
declare const self: {
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  addEventListener(
    type: 'activate',
    listener: (event: { waitUntil(work: Promise<void>): void }) => void
  ): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
};

const SHELL = '/index.html';

/** URLs that are not pages of the app: the proxy's responses, which are never cached, and files. */
const NO_PAGE = [/^\/(?:api|healthz|readyz|metrics)(?:[/?]|$)/, /^[^?]*\.[^/?]*(?:\?|$)/];

/** Files that are shown before the app is installed, and never by the app itself. */
const SHOWN_BEFORE = /^\/(?:screenshots|install)\//;

/** Built files have a content hash in their name; the others get the version as revision. */
precacheAndRoute([
  ...build.map((url) => ({ url, revision: null })),
  ...files.filter((url) => !SHOWN_BEFORE.test(url)).map((url) => ({ url, revision: version })),
  { url: SHELL, revision: version }
]);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { denylist: NO_PAGE }));

/** A newer version waits until a page tells it to take over, at its user's request. */
self.addEventListener('message', ({ data }) => {
  if (typeof data === 'object' && data !== null && Reflect.get(data, 'type') === 'SKIP_WAITING')
    void self.skipWaiting();
});

/** Takes control of the first visit's page at once, so that files it loads later are available offline too. */
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
