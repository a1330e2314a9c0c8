/** What `wall-code.ts` loads with one import. */
export { wallOf } from '$features/wall/wall-of';
export { default as WallHost } from './WallHost.svelte';
export { default as WallPage } from './WallPage.svelte';
