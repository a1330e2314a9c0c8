import { lazyView } from '$lib/i18n/lazy-view';

/** The picture of the house, after everything else of the wall. */
export const houseView = lazyView(() => import('./House.svelte'));
