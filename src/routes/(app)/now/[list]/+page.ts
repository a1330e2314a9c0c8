import { error } from '@sveltejs/kit';
import { ATTENTION, LISTS } from '$lib/kinds/room-summary';
import type { PageLoad } from './$types';

/** Finds the list by its name. What needs attention has one, which the names of its kinds lead to. An unknown name is a 404. */
export const load: PageLoad = ({ params }) => {
  if (['attention', ...ATTENTION].includes(params.list)) return { list: 'attention' as const };
  const list = LISTS.find((name) => name === params.list);
  return list ? { list } : error(404, 'no such list');
};
