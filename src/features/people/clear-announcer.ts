/** Empties SvelteKit's announcer. It still has the title of the page that was here, such as a room's name. */
export function clearAnnouncer(): void {
  for (const node of document.getElementById('svelte-announcer')?.childNodes ?? [])
    if (node instanceof Text) node.data = '';
}
