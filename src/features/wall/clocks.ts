import { TickingClock } from '$lib/i18n/ticker.svelte';

/** The clock on the wall. It ticks each second, and changes the page each minute. */
export const wallClock = new TickingClock(1000);

/** The clock of what lasts, such as an open door. */
export const slowClock = new TickingClock(30_000);
