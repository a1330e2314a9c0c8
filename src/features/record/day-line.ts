import { lazy } from '$lib/lazy.svelte';

/** The line of the last day behind what a sensor measures. No page waits for it. */
export const dayLineCode = lazy(async () => (await import('./DayLine.svelte')).default);
