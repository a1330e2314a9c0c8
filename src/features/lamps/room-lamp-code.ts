import { lazyView } from '$lib/i18n/lazy-view';

/** The lamp of a room, which switches its lights. It is loaded after the tiles. */
export const roomLampCode = lazyView(() => import('./RoomLamp.svelte'));
