import { t } from '$lib/i18n/i18n.svelte';
import { pathOf, type Addressed } from '$lib/state/path-of';

/** Returns the action and the address by which a `Notice` leads to the home page. */
export const homeLink = (home: Addressed) => ({ action: t('error.goHome'), href: pathOf(home, '/') });
