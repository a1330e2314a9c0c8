import { onePerApp } from '$lib/state/one-per';
import { WakeLock, type WakeLockEnvironment } from '$lib/state/wall/wake-lock.svelte';

/** Returns the browser's wake lock; null if it has none, as on an address that is not secure. */
function browserWakeLock(): WakeLockEnvironment['requestLock'] {
  const wakeLock: unknown = Reflect.get(navigator, 'wakeLock');
  if (!wakeLock) return null;
  return async () => {
    const sentinel = await navigator.wakeLock.request('screen');
    return {
      release: () => sentinel.release(),
      onRelease: (listener) => sentinel.addEventListener('release', listener)
    };
  };
}

/** Returns the lock that keeps this tablet's screen on. */
export const wakeLockOf = onePerApp(
  ({ environment: { clock, page } }) => new WakeLock({ clock, page, requestLock: browserWakeLock() })
);
