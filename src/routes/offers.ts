import type { Component } from 'svelte';
import { vocabulary } from '$lib/words/words.svelte';

/** Brings what the app offers about itself, with its words: no first screen needs it. */
export async function loadOffers(): Promise<Component> {
  const [offers] = await Promise.all([import('./Offers.svelte'), vocabulary.complete()]);
  return offers.default;
}
