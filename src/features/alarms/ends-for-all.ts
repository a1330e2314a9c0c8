import { isOnWall } from '$features/view-models/on-wall';
import type { App } from '$lib/state/app.svelte';

/** Whether "seen" at this screen is for all: it has the whole home, is no wall, and is not locked by its PIN. Reactive. */
export const endsForAll = (app: App): boolean =>
  app.session.isFull && !isOnWall(app) && (app.session.current?.hasPin !== true || app.isUnlocked.value);
