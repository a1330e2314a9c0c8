import { error } from '@sveltejs/kit';
import { HIGHLIGHTS } from '$lib/kinds/room-summary';
import type { PageLoad } from './$types';

/** Knows the lists by their names, and nothing else as a list. */
export const load: PageLoad = ({ params }) => {
  const list = HIGHLIGHTS.find((name) => name === params.list);
  return list ? { list } : error(404, 'no such list');
};
