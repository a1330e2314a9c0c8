import { systemClock } from '#shared/clock';
import { deleteForeignCaches } from '../storage/caches';
import { IndexedStore } from '../storage/indexed-store';
import { browserPage } from './base/page-events';
import type { LinkEnvironment } from './connection/link.svelte';
import { openBrowserSocket } from './connection/live-socket';
import type { LocalCacheEnvironment } from './home/local-cache.svelte';
import { holdInstallPrompt } from './install/install-prompt';
import type { InstallEnvironment } from './install/installation.svelte';
import type { PreferencesEnvironment } from './preferences/preferences.svelte';
import { browserSettings, type Settings } from './preferences/settings';
import type { Network } from './proxy/proxy-request';
import type { UpdatesEnvironment } from './updates/update-watch';

/** All browser features that the app uses. Tests replace them. */
export type Environment = Network &
  LinkEnvironment &
  LocalCacheEnvironment &
  PreferencesEnvironment &
  UpdatesEnvironment &
  InstallEnvironment & {
    /** The settings of this tab alone. */
    readonly tab: Settings;
  };

/**
 * The real browser.
 * @param version of the app. Data that the same version has cached needs no check; null if one version has several
 * builds
 */
export function browserEnvironment(version: string | null): Environment {
  return {
    version,
    clock: systemClock,
    page: browserPage,
    settings: browserSettings(),
    tab: browserSettings(() => sessionStorage),
    store: new IndexedStore(),
    screen: navigator,
    installPrompt: holdInstallPrompt(),
    pageInfo: browserPageInfo,
    openSocket: openBrowserSocket,
    deleteForeignCaches,
    openWorker: () => import('./updates/app-worker').then(({ openAppWorker }) => openAppWorker(version)),
    reload: () => location.reload(),
    fetch: (path, init) => fetch(path, init),
    random: () => Math.random(),
    idle
  };
}

/** Resolves once the browser is idle. Safari has no requestIdleCallback. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(resolve);
  });

/** Milliseconds after which the browser counts as idle even if it is busy. */
const IDLE_TIMEOUT_MS = 500;

const STANDALONE = '(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)';

const browserPageInfo: InstallEnvironment['pageInfo'] = {
  origin: globalThis.origin,
  isSecure: () => isSecureContext,
  // Safari has a property of its own [not in any standard] besides the standard media query.
  isStandalone: () => matchMedia(STANDALONE).matches || Reflect.get(navigator, 'standalone') === true
};
