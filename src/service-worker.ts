import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { pressSeen, readNoticeData, readPush, SEEN } from '$lib/push-notice';
import { build, files, version } from '$service-worker';

/** An event that lasts until its work is done. */
interface Working {
  waitUntil(work: Promise<unknown>): void;
}

interface Events {
  readonly message: MessageEvent<unknown>;
  readonly activate: Working;
  readonly push: Working & { readonly data: { text(): string } | null };
  readonly notificationclick: Working & { readonly notification: Notification; readonly action: string };
}

/** A window of the app. `navigate` rejects in one that this worker does not control. */
interface AppWindow {
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/**
 * The part of the service worker's global scope that is used here. The TypeScript configuration has only the page's
 * scope.
 */
declare const self: {
  addEventListener<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): void;
  skipWaiting(): Promise<void>;
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly type: 'window' }): Promise<readonly AppWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
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

/** A newer version waits until a page tells it to take over, at its user's request. A page that has just loaded asks for the version. */
self.addEventListener('message', ({ data, ports: [port] }) => {
  const type: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'type') : undefined;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'VERSION') port?.postMessage(version);
});

/** Takes control of the first visit's page at once, so that files it loads later are available offline too. */
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** A message to this phone. Safari shows a declarative one itself where the worker fails. */
self.addEventListener('push', (event) => {
  const { title, options } = readPush(event.data?.text() ?? '', location.origin, navigator.languages);
  event.waitUntil(self.registration.showNotification(title, options));
});

/**
 * A tap on a notice opens its page. Its button says that somebody has seen the alarm; where that is not for all, it leads to the page, which
 * may ask for the PIN and says who has seen it.
 */
self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  const { url, seen } = readNoticeData(notification.data, location.origin);
  const answer = async () => {
    const isForAll =
      action === SEEN && seen !== undefined && (await pressSeen(seen, (path, init) => fetch(path, init)));
    notification.close();
    if (!isForAll) await openPage(url);
  };
  event.waitUntil(answer());
});

/** Opens a page of the app in the window that there is, else in a new one. */
async function openPage(url: string): Promise<void> {
  const [shown] = await self.clients.matchAll({ type: 'window' });
  const open = () => self.clients.openWindow(url);
  await (shown
    ? shown
        .focus()
        .then(() => shown.navigate(url))
        .catch(open)
    : open());
}
