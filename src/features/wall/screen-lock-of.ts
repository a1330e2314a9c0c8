import { onePerApp } from '$lib/state/one-per';
import { browserScreenLock, ScreenLock } from '$lib/state/wall/screen-lock.svelte';

/** Returns the lock that keeps this tablet's screen on. */
export const screenLockOf = onePerApp(({ environment: { clock, page } }) => {
  return new ScreenLock({ clock, page, requestLock: browserScreenLock() });
});
