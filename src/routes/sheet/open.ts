import { goto, pushState } from '$app/navigation';
import { page } from '$app/state';
import type { Component } from 'svelte';
import { vocabulary } from '$lib/words/words.svelte';

/** Brings a sheet and its words along, which no first screen needs. */
export async function loadSheet(): Promise<Component<{ id: number; onclose: (beneath: string) => void }>> {
  const [sheet] = await Promise.all([import('./DeviceSheet.svelte'), vocabulary.complete()]);
  return sheet.default;
}

/** The address of a device's sheet. */
export const sheetAddress = (id: number): string => `/devices/${id}`;

/** Opens a device's sheet over the page in sight, with its own address: Back closes it. */
export function openSheet(id: number): void {
  pushState(sheetAddress(id), { sheet: id });
}

/**
 * Closes the sheet in sight. One that was opened over a page goes back to it; one that was the first page (a link, a reload) gives
 * way to what lies beneath it.
 * @param beneath the address of the page beneath, where the sheet is a page of its own
 */
export function closeSheet(beneath?: string): void {
  if (page.state.sheet !== undefined) history.back();
  else void goto(beneath ?? '/', { replaceState: true, noScroll: true, keepFocus: true });
}
