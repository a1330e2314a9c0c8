import type { TrustedScriptURL, TrustedTypePolicyFactory } from 'trusted-types/lib';
import { Workbox } from 'workbox-window';

/** The service worker that caches the app for offline use. */
export interface AppWorker {
  /** Registers the service worker. Resolves once it has cached the app. Rejects if it is refused, or cannot cache it. */
  register(listener: AppWorkerListener): Promise<void>;
  /** Checks for a newer version. */
  update(): Promise<void>;
  /** Asks the waiting worker to take over; `replaced` follows. */
  takeOver(): void;
}

/** The events of the service worker. */
export interface AppWorkerListener {
  /** A newer worker is installed and waits. */
  readonly waiting: () => void;
  /**
   * A newer worker has taken over, requested by this page or another one. Files of this page's version may be deleted.
   */
  readonly replaced: () => void;
  /**
   * The worker that controls this page is of another version than the page: it took over while the page was loading. Files of this page's
   * version may be deleted.
   */
  readonly differs: () => void;
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypePolicyFactory;
  }
}

/** The only allowed URL of a service worker. */
export const WORKER_URL = '/service-worker.js';

/** The policy's name in the `Content-Security-Policy`. */
export const WORKER_POLICY = 'mantel-worker';

/**
 * Makes the worker's trusted URL by a policy that allows no other one. Returns plain text if the browser has no Trusted
 * Types.
 */
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

/**
 * Resolves once a registration has an active worker, which has cached the app: the browser registers a worker before it
 * is installed. Rejects if the worker fails to install.
 */
export async function untilActive({
  active,
  waiting,
  installing
}: Pick<ServiceWorkerRegistration, 'active' | 'waiting' | 'installing'>): Promise<void> {
  const worker = active ?? waiting ?? installing;
  if (active || !worker) return;
  await new Promise<void>((resolve, reject) => {
    const check = () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('the service worker was not installed'));
    };
    worker.addEventListener('statechange', check);
    // A registration may name a worker as installing that has just changed its state.
    check();
  });
}

/** Asks the worker that controls this page for its version. One without this answer tells nothing. */
function askVersion(tell: (version: unknown) => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    port1.close();
    tell(data);
  };
  navigator.serviceWorker.controller?.postMessage({ type: 'VERSION' }, [port2]);
}

/**
 * Opens the browser's service worker; null if there is none, and in development.
 * @param version of the page; null if one version has several builds
 */
export function openAppWorker(version: string | null): AppWorker | null {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return null;
  const workbox = new Workbox(trustWorkerUrl(window.trustedTypes), { updateViaCache: 'none' });
  return {
    async register(listener) {
      workbox.addEventListener('waiting', () => listener.waiting());
      // The first worker replaces none, so the page must not be reloaded then.
      let isControlled = navigator.serviceWorker.controller !== null;
      workbox.addEventListener('controlling', () => {
        if (isControlled) listener.replaced();
        isControlled = true;
      });
      const registration = await workbox.register();
      if (registration) await untilActive(registration);
      // A worker that took over before there was a listener told nobody.
      if (version !== null)
        askVersion((other) => {
          if (other !== version) listener.differs();
        });
    },
    update: () => workbox.update(),
    takeOver: () => workbox.messageSkipWaiting()
  };
}
