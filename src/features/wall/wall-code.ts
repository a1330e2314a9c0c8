import { withMessages } from '$lib/i18n/lazy-view';
import { lazy } from '$lib/lazy.svelte';

/** The components of wall mode, with the code that they need. This is all of wall mode that a phone loads. */
export const wallCode = lazy(() => withMessages(import('./wall-module')));
