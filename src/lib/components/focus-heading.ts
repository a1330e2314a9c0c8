import { tick } from 'svelte';

/**
 * Focuses a heading once a new step of a page is shown: what had the focus is gone with the step before. The heading has `tabindex="-1"`.
 * @param selector by default the heading of the page
 */
export async function focusHeading(selector = 'h1'): Promise<void> {
  await tick();
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}
