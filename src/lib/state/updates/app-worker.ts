import { Workbox } from 'workbox-window';
import type { TrustedScriptURL, TrustedTypePolicyFactory } from 'trusted-types/lib';

/** The service worker that keeps the app itself for offline use, as the page deals with it. */
export interface AppWorker {
  /** Registers it. */
  register(listener: AppWorkerListener): Promise<void>;
  /** Looks whether there is a newer one. */
  update(): Promise<void>;
  /** Tells the one that waits to take over; `replaced` follows. */
  takeOver(): void;
}

/** What becomes of the service worker. */
export interface AppWorkerListener {
  /** A newer one is installed and waits. */
  readonly waiting: () => void;
  /** A newer one has taken over, by this page's will or another's: this page's own files may be gone. */
  readonly replaced: () => void;
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypePolicyFactory;
  }
}

/** The one address that a worker may come from. */
export const WORKER_URL = '/service-worker.js';

/** The policy's name, as the `Content-Security-Policy` allows it. */
export const WORKER_POLICY = 'mantel-worker';

/** Makes the worker's address by a policy that makes nothing else; plain text where the engine has no Trusted Types. */
export function trustWorkerUrl(
  trustedTypes: TrustedTypePolicyFactory | undefined
): string | TrustedScriptURL {
  if (!trustedTypes) return WORKER_URL;
  const policy = trustedTypes.createPolicy(WORKER_POLICY, {
    createScriptURL(url) {
      if (url !== WORKER_URL) throw new TypeError(`${url} is not the worker’s address`);
      return url;
    }
  });
  return policy.createScriptURL(WORKER_URL);
}

/** The browser's service worker; null where there is none, and in development. */
export function openAppWorker(): AppWorker | null {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return null;
  const workbox = new Workbox(trustWorkerUrl(window.trustedTypes), { updateViaCache: 'none' });
  return {
    async register(listener) {
      workbox.addEventListener('waiting', () => listener.waiting());
      // The first one replaces none, whichever page it was registered by: nobody wants that page to be loaded again.
      let isControlled = navigator.serviceWorker.controller !== null;
      workbox.addEventListener('controlling', () => {
        if (isControlled) listener.replaced();
        isControlled = true;
      });
      await workbox.register();
    },
    update: () => workbox.update(),
    takeOver: () => workbox.messageSkipWaiting()
  };
}
