import { error } from '@sveltejs/kit';
import type { PageLoad } from './$types';

/**
 * The parts in all their states, for those who work on them. In a build there is no such page, and no code of it: the condition is
 * a constant there, so the import goes with its branch.
 */
export const load: PageLoad = async () => {
  if (import.meta.env.DEV) return { Gallery: (await import('./Gallery.svelte')).default };
  error(404);
};
