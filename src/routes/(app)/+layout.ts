import { i18n } from '$lib/i18n/i18n.svelte';
import type { LayoutLoad } from './$types';

/**
 * Loads the messages that the first screen does not need, before any page of the home except the front page. It reads
 * the URL, so that SvelteKit runs it again at each navigation: messages that could not be loaded may be available then.
 */
export const load: LayoutLoad = async ({ url: { pathname: _ } }) => {
  await i18n.loadAll();
};
