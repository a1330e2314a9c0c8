import { error } from '@sveltejs/kit';
import { dev } from '$app/environment';
import type { PageLoad } from './$types';

/** The whole app is drawn in the browser. */
export const ssr = false;

/** The parts in all their states, for those who work on them: in a build there is no such page, and no code of it. */
export const load: PageLoad = async () => {
  if (dev) return { Gallery: (await import('./Gallery.svelte')).default };
  error(404);
};
