import { createRawSnippet } from 'svelte';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import ProgressiveColumns from '../../src/features/frame/ProgressiveColumns.svelte';

const names = ['Ground floor', 'Upper floor', 'Garden', 'Drive'];
const group = createRawSnippet<[unknown]>((name) => ({
  render: () => `<section>${String(name())}</section>`
}));

it('groups are rendered over several tasks, and so are those that are added', async () => {
  const seen: string[][] = [];
  const shown = () => Array.from(document.querySelectorAll('section'), ({ textContent }) => textContent);
  const watch = new MutationObserver(() => seen.push(shown()));
  watch.observe(document.body, { childList: true, subtree: true });

  const props = { groups: names, keyOf: String, group };
  const screen = await render(ProgressiveColumns, props);
  await expect.poll(shown).toEqual(names);
  const more = [...names, 'Attic', 'Cellar', 'Shed', 'Gate', 'Roof', 'Well'];
  await screen.rerender({ ...props, groups: more });
  await expect.poll(shown).toEqual(more);
  for (const count of [2, 4, 8]) expect(seen).toContainEqual(more.slice(0, count));
  watch.disconnect();
});
