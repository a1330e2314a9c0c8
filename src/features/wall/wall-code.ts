import { i18n } from '$lib/i18n/i18n.svelte';
import { lazy } from '$lib/lazy.svelte';
import type { App } from '$lib/state/app.svelte';
import { isRecord } from '#shared/home';

/** The components of wall mode, with the code that they need. This is all of wall mode that a phone loads. */
export const wallCode = lazy(async () => {
  const [module, hasMessages] = await Promise.all([import('./wall-module'), i18n.loadAll()]);
  if (!hasMessages) throw new Error('the messages could not be loaded');
  return module;
});

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
