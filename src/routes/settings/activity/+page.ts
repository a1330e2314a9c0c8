import { vocabulary } from '$lib/words/words.svelte';

/** Brings the page's words along. */
export const load = async () => {
  await vocabulary.complete();
};
