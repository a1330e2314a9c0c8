import { i18n } from '$lib/i18n/i18n.svelte';

/** Loads the page's messages. */
export const load = async () => {
  await i18n.loadAll();
};
