import { t } from '$lib/i18n/i18n.svelte';
import { pathOf, type Addressed } from '$lib/state/path-of';

/** Returns what leads a `Notice` to the home's first page. */
export const goHome = (home: Addressed) => ({ action: t('error.goHome'), href: pathOf(home, '/') });
