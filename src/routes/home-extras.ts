/** What every page of a home has and no first screen needs, loaded with one import. */
export { default as HomeExtras } from './HomeExtras.svelte';
export { default as HomeOverlays } from './HomeOverlays.svelte';
