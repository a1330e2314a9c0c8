import { withMessages } from '$lib/i18n/lazy-view';
import { lazy } from '$lib/lazy.svelte';

/** The lamps of rooms, which switch their lights. They are loaded after the tiles. */
export const roomLampCode = lazy(() => withMessages(import('./room-lamp')));
