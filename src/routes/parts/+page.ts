import { error } from '@sveltejs/kit';
import type { PageLoad } from './$types';

/**
 * The gallery of components in all their states, for developers. A build does not contain it: there the condition is a
 * constant, so the import is removed with its branch.
 */
export const load: PageLoad = async () => {
  if (import.meta.env.DEV) return { Gallery: (await import('./Gallery.svelte')).default };
  error(404);
};
