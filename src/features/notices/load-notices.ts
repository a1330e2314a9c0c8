import type { Component } from 'svelte';
import { i18n } from '$lib/i18n/i18n.svelte';

/**
 * Brings what the app offers about itself, with its words: no first screen needs it. Null where it cannot be fetched: then it waits for
 * the next visit.
 */
export async function loadNotices(): Promise<Component | null> {
  const loading = Promise.all([import('./AppNotices.svelte'), i18n.loadAll()]);
  const [offers] = await loading.catch(() => [null]);
  return offers?.default ?? null;
}
