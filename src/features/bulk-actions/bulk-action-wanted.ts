import { lazyView } from '$lib/i18n/lazy-view';

/** The dialog and the report of bulk actions, which every page shows above itself. */
export const bulkActionHostCode = lazyView(() => import('./BulkActionHost.svelte'));
