import { createRawSnippet } from 'svelte';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import ProgressiveColumns from '../../src/features/page/ProgressiveColumns.svelte';

const names = ['Ground floor', 'Upper floor', 'Garden'];
const group = createRawSnippet<[unknown]>((name) => ({
  render: () => `<section>${String(name())}</section>`
}));

/** Resolves after the messages that were posted before: the component waits for one after its last group. */
const nextMessage = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

it('groups are rendered over several tasks, and a further one at once after that', async () => {
  const seen: string[][] = [];
  const shown = () => Array.from(document.querySelectorAll('section'), ({ textContent }) => textContent);
  const watch = new MutationObserver(() => seen.push(shown()));
  watch.observe(document.body, { childList: true, subtree: true });

  const whenWhole: string[][] = [];
  const props = { groups: names, keyOf: String, group, onwhole: () => whenWhole.push(shown()) };
  const screen = await render(ProgressiveColumns, props);
  await expect.poll(shown).toEqual(names);
  for (let count = 1; count < names.length; count++) expect(seen).toContainEqual(names.slice(0, count));

  await nextMessage();
  expect(whenWhole, 'once, when all are there').toEqual([names]);
  await screen.rerender({ ...props, groups: [...names, 'Attic', 'Cellar'] });
  expect(shown()).toEqual([...names, 'Attic', 'Cellar']);
  watch.disconnect();
});
