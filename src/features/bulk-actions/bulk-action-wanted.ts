import { lazyView } from '$lib/i18n/lazy-view';
import { Cell } from '$lib/state/cell.svelte';
import { onePerApp } from '$lib/state/one-per';

/** Whether this page has begun a bulk action, so that its dialog or report is needed. It is part of the first screen. */
export const hasBulkAction = onePerApp(() => new Cell(false));

/** The dialog and the report, which every page shows above itself. */
export const bulkActionHostCode = lazyView(() => import('./BulkActionHost.svelte'));
