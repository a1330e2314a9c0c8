import { error } from '@sveltejs/kit';
import { HIGHLIGHTS } from '$lib/kinds/room-summary';
import type { PageLoad } from './$types';

/** Finds the list by its name. An unknown name is a 404. */
export const load: PageLoad = ({ params }) => {
  const list = HIGHLIGHTS.find((name) => name === params.list);
  return list ? { list } : error(404, 'no such list');
};
