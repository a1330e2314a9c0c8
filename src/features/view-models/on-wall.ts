import type { App } from '$lib/state/app.svelte';
import { parseRecord } from '$lib/state/preferences/persisted.svelte';
import { WALL_SETTING } from '$lib/state/preferences/settings';

/** Whether this tablet is in wall mode: by its setting, or by what is stored before that is loaded. Reactive. */
export const isOnWall = (app: App): boolean => app.wall.value?.isOn ?? isStoredOn(app);

const isStoredOn = ({ environment }: App): boolean =>
  parseRecord(environment.settings.read(WALL_SETTING))['isOn'] === true;
