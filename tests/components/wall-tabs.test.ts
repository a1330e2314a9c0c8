import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';
import WallTabs from '$features/wall/WallTabs.svelte';

const says = (text: string) => createRawSnippet(() => ({ render: () => `<p>${text}</p>` }));
const ground = { key: 'ground', name: 'Ground floor', rooms: [], hasDevices: false };
const loft = { ...ground, key: 'loft', name: 'Attic' };

it('tabs are one stop of the keyboard, the number on one is said in words, and a single one has no tab', async () => {
  const onchange = vi.fn();
  const screen = await render(WallTabs, {
    tabs: [ground, loft],
    value: 'ground',
    lights: new Map([['loft', 2]]),
    page: 0,
    pages: 2,
    turn: vi.fn(),
    onchange,
    children: says('rooms')
  });
  await expect.element(screen.getByRole('tabpanel', { name: 'Ground floor' })).toHaveTextContent('rooms');
  await expect.element(screen.getByText('1/2')).toBeVisible();
  screen.getByRole('tab', { name: 'Ground floor' }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(onchange).toHaveBeenCalledWith('loft');
  await expect.element(screen.getByRole('tab', { name: 'Attic 2 lights on', exact: true })).toHaveFocus();
  await screen.rerender({ tabs: [ground] });
  expect(screen.container.querySelector('[role^="tab"]')).toBeNull();
  await expect.element(screen.getByText('rooms')).toBeVisible();
});
