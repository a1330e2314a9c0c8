import type { Component } from 'svelte';
import { i18n } from '$lib/i18n/i18n.svelte';

/**
 * Loads the notices with their messages, after the first screen. Resolves to null if they cannot be loaded: then they
 * wait for the next visit.
 */
export async function loadNotices(): Promise<Component | null> {
  const loading = Promise.all([import('./AppNotices.svelte'), i18n.loadAll()]);
  const [module] = await loading.catch(() => [null]);
  return module?.default ?? null;
}
