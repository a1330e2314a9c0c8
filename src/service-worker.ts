import { build, files, version } from '$service-worker';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** What of a service worker's own scope is used here; the compiler knows a page's scope alone. */
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

/** What is no page of the app: the proxy's own answers, which are never kept, and files that it hands out. */
const NO_PAGE = [/^\/(?:api|healthz|metrics)(?:[/?]|$)/, /^[^?]*\.[^/?]*(?:\?|$)/];

/** What is shown of the app before it is installed, and by the app itself never. */
const SHOWN_BEFORE = /^\/(?:screenshots|install)\//;

/** The names of built files tell their content; the others are as new as the version. */
precacheAndRoute([
  ...build.map((url) => ({ url, revision: null })),
  ...files.filter((url) => !SHOWN_BEFORE.test(url)).map((url) => ({ url, revision: version })),
  { url: SHELL, revision: version }
]);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { denylist: NO_PAGE }));

/** A newer version waits until a page, asked by its user, tells it to take over. */
self.addEventListener('message', ({ data }) => {
  if (typeof data === 'object' && data !== null && Reflect.get(data, 'type') === 'SKIP_WAITING')
    void self.skipWaiting();
});

/** The page of the first visit is served at once, so that what it loads later is there offline too. */
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
