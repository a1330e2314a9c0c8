import { withMessages } from '$lib/i18n/lazy-view';
import { lazy } from '$lib/lazy.svelte';
import type { App } from '$lib/state/app.svelte';
import { isRecord } from '#shared/home';

/** The components of wall mode, with the code that they need. This is all of wall mode that a phone loads. */
export const wallCode = lazy(() => withMessages(import('./wall-module')));

/** Whether this tablet is in wall mode: by its setting, or by what is stored before that is loaded. Reactive. */
export const isOnWall = (app: App): boolean => app.wall.value?.isOn ?? isStoredOn(app);

function isStoredOn({ environment }: App): boolean {
  try {
    const stored: unknown = JSON.parse(environment.settings.read('wall') ?? 'null');
    return isRecord(stored) && stored['isOn'] === true;
  } catch {
    return false;
  }
}
