import '../../src/app.css';
import { createRawSnippet, tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';
import Confirm from '$lib/components/Confirm.svelte';
import FootNotice, { BRIEF_MS } from '$lib/components/FootNotice.svelte';
import Sheet from '$lib/components/Sheet.svelte';
import { FakeClock } from '../support/fake-clock';
import { PageTouchDriver, placeIn } from './page-touch-driver';

const touch = new PageTouchDriver();
const content = createRawSnippet(() => ({ render: () => '<p>controls <button>inside</button></p>' }));

let opener: HTMLButtonElement;

beforeEach(() => {
  opener = document.body.appendChild(document.createElement('button'));
  opener.textContent = 'opener';
  opener.focus();
});
afterEach(() => opener.remove());

const openSheet = async () => {
  const onclose = vi.fn();
  const screen = await render(Sheet, { title: 'Floor lamp', subtitle: 'Hall', onclose, children: content });
  await Promise.all(document.getAnimations().map((animation) => animation.finished));
  return { screen, onclose, dialog: screen.getByRole('dialog', { name: 'Floor lamp' }) };
};

it('a sheet is a modal dialog named by its title, and gets the focus', async () => {
  const { dialog } = await openSheet();
  await expect.element(dialog).toBeVisible();
  expect(dialog.element().matches(':modal')).toBe(true);
  expect(dialog.element().contains(document.activeElement)).toBe(true);
});

it("a sheet returns the focus, and the page's scrolling, when it closes", async () => {
  const { screen } = await openSheet();
  expect(document.documentElement.hasAttribute('data-modal')).toBe(true);
  await screen.unmount();
  expect(document.activeElement).toBe(opener);
  expect(document.documentElement.hasAttribute('data-modal')).toBe(false);
});

it('a sheet keeps the page below at its position, and from scrolling', async () => {
  const content = document.body.appendChild(document.createElement('div'));
  content.style.height = '3000px';
  const before = content.getBoundingClientRect();
  await openSheet();
  expect(content.getBoundingClientRect().toJSON()).toEqual(before.toJSON());
  expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden');
  content.remove();
});

it('a sheet requests to be closed by its button, by Escape, and by a tap beside it', async () => {
  const { dialog, onclose } = await openSheet();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(onclose).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Escape}');
  expect(onclose).toHaveBeenCalledTimes(2);
  await userEvent.click(dialog, { position: { x: 10, y: 10 } });
  expect(onclose).toHaveBeenCalledTimes(3);
  expect(dialog.element()).toHaveAttribute('open');
});

it('a sheet goes one step back by Escape if a part of it is open, and does not close', async () => {
  const onback = vi.fn();
  const onclose = vi.fn();
  const screen = await render(Sheet, { title: 'Floor lamp', onback, onclose, children: content });
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Back' }).click();
  expect(onback).toHaveBeenCalledTimes(2);
  expect(onclose).not.toHaveBeenCalled();
});

it('a sheet stays open on a tap inside', async () => {
  const { dialog, onclose } = await openSheet();
  await dialog.getByText('controls').click();
  expect(onclose).not.toHaveBeenCalled();
});

it('a sheet follows the finger down, and requests to be closed after a long pull', async () => {
  const { dialog, onclose } = await openSheet();
  const title = dialog.getByText('Floor lamp').element();
  const { x, y } = placeIn(title);
  await touch.down({ x, y });
  await touch.move({ x, y: y + 60 });
  await expect.poll(() => Math.round(placeIn(title).y - y)).toBe(60);
  await touch.move({ x, y: y + 120 });
  await touch.up();
  expect(onclose).toHaveBeenCalledOnce();
});

it('a sheet springs back when the finger returns', async () => {
  const { dialog, onclose } = await openSheet();
  const title = dialog.getByText('Floor lamp').element();
  const { x, y } = placeIn(title);
  await touch.down({ x, y });
  await touch.move({ x, y: y + 120 });
  await touch.move({ x, y: y + 5 });
  await touch.up();
  expect(onclose).not.toHaveBeenCalled();
  await expect.poll(() => Math.round(placeIn(title).y - y)).toBe(0);
  await expect.element(dialog).toBeVisible();
});

const openQuestion = async () => {
  const onconfirm = vi.fn();
  const oncancel = vi.fn();
  const words = { title: 'Turn off every light?', text: '5 lights are on.', confirm: 'All lights off' };
  const screen = await render(Confirm, { ...words, onconfirm, oncancel });
  return { screen, onconfirm, oncancel, dialog: screen.getByRole('alertdialog') };
};

it('a question is named by its question, described by its effect, and focuses the harmless answer', async () => {
  const { dialog } = await openQuestion();
  await expect.element(dialog).toHaveAccessibleName('Turn off every light?');
  await expect.element(dialog).toHaveAccessibleDescription('5 lights are on.');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
});

it('a question treats Escape as no', async () => {
  const { onconfirm, oncancel } = await openQuestion();
  await userEvent.keyboard('{Escape}');
  expect(oncancel).toHaveBeenCalledOnce();
  expect(onconfirm).not.toHaveBeenCalled();
});

it('a question acts on yes', async () => {
  const { dialog, onconfirm } = await openQuestion();
  await dialog.getByRole('button', { name: 'All lights off' }).click();
  expect(onconfirm).toHaveBeenCalledOnce();
});

const openNotice = async (props: { title: string }) => {
  const clock = new FakeClock();
  const onend = vi.fn();
  const actions = createRawSnippet(() => ({ render: () => '<button>Undo</button>' }));
  const screen = await render(FootNotice, { lasts: BRIEF_MS, clock, onend, actions, ...props });
  return { clock, screen, onend };
};

it('a notice at the foot is announced by a region that existed before', async () => {
  const { screen } = await openNotice({ title: '' });
  expect(screen.getByRole('status').element().textContent).toBe('');
  await screen.rerender({ title: '3 lights turned off' });
  await expect.element(screen.getByRole('status')).toHaveTextContent('3 lights turned off');
  await expect.element(screen.getByRole('region', { name: '3 lights turned off' })).toBeVisible();
});

it('a notice at the foot ends after its time', async () => {
  const { clock, onend } = await openNotice({ title: 'Done' });
  clock.pass(BRIEF_MS - 1);
  expect(onend).not.toHaveBeenCalled();
  clock.pass(1);
  expect(onend).toHaveBeenCalledOnce();
});

it('a notice at the foot stays while the focus is on its action', async () => {
  const { clock, screen, onend } = await openNotice({ title: 'Done' });
  screen.getByRole('button', { name: 'Undo' }).element().focus();
  await tick();
  clock.pass(60_000);
  expect(onend).not.toHaveBeenCalled();
});
