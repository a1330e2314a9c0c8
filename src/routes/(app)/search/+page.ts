import { i18n } from '$lib/i18n/i18n.svelte';

/** Brings the page's words along. */
export const load = async () => {
  await i18n.loadAll();
};
