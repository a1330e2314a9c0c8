import { onePerApp } from '$lib/state/one-per';
import { Wall } from '$lib/state/wall/wall.svelte';

/** Returns this tablet's wall mode. The first call creates it and makes it known to the app. */
export const wallOf = onePerApp((app): Wall => (app.wall.value ??= new Wall(app.environment, app.session)));
