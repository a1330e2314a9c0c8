import '../../src/app.css';
import { createRawSnippet, tick, type ComponentProps } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';
import Tile from '$lib/components/Tile.svelte';
import { PageTouchDriver, placeIn } from './page-touch-driver';

const touch = new PageTouchDriver();
const lamp = 'M12,2A7,7 0 0,0 5,9Z';

const secondRow = createRawSnippet(() => ({ render: () => '<p>second row</p>' }));

async function setUp(props: Partial<ComponentProps<typeof Tile>> = {}) {
  const ontoggle = vi.fn();
  const ondetails = vi.fn();
  const lit = { name: 'Ceiling light', icon: lamp, state: 'Off', isOn: false };
  const screen = await render(Tile, { ...lit, ontoggle, ondetails, ...props });
  const group = screen.getByRole('group', { name: 'Ceiling light' });
  return { screen, group, ontoggle, ondetails, face: screen.getByRole('switch', { name: 'Ceiling light' }) };
}

/** Holds for a time in ms, which has passed before the finger is up again. Resolves with the click that follows. */
function hold(face: Element, ms: number): Promise<Event> {
  window.addEventListener('pointerdown', () => vi.advanceTimersByTime(ms), { once: true });
  return touch.click(placeIn(face));
}

beforeAll(() => touch.connect());
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

it('a tile is a switch named by the device, with its state', async () => {
  const { screen, face } = await setUp();
  await expect.element(face).toHaveAttribute('aria-checked', 'false');
  await screen.rerender({ isOn: true });
  await expect.element(face).toHaveAttribute('aria-checked', 'true');
});

it('a tile is a group with text, and no switch, if nothing can be switched', async () => {
  const { screen, group, ondetails } = await setUp({ isOn: undefined, ontoggle: undefined, state: '21 °C' });
  expect(screen.getByRole('switch').elements()).toHaveLength(0);
  await expect.element(group.getByText('21 °C')).toBeVisible();
  await group.getByText('21 °C').click({ force: true });
  expect(ondetails).toHaveBeenCalledOnce();
});

it('a tile shows a name as text, whatever it contains', async () => {
  const name = '<img src=x onerror=alert(1)> & "Küche"';
  const { screen } = await setUp({ name });
  await expect.element(screen.getByText(name)).toBeVisible();
  expect(screen.container.querySelector('img')).toBeNull();
});

it('a tap on a tile toggles', async () => {
  const { face, ontoggle, ondetails } = await setUp();
  await touch.click(placeIn(face.element()));
  expect(ontoggle).toHaveBeenCalledExactlyOnceWith(true);
  expect(ondetails).not.toHaveBeenCalled();
});

it('a tap on a tile is visible with the touch', async () => {
  const { face } = await setUp();
  await touch.down(placeIn(face.element()));
  expect(face.element().hasAttribute('data-pressed')).toBe(true);
  await touch.up();
  expect(face.element().hasAttribute('data-pressed')).toBe(false);
});

it('a tap on a tile has no effect if nothing can be sent, but a hold still opens the details', async () => {
  const { face, ontoggle, ondetails } = await setUp({ isDisabled: true });
  await touch.click(placeIn(face.element()));
  expect(ontoggle).not.toHaveBeenCalled();
  await hold(face.element(), 500);
  expect(ondetails).toHaveBeenCalledOnce();
});

it('a hold on a tile opens the details at 500 ms with the finger still down, and its release toggles nothing', async () => {
  const { face, ontoggle, ondetails } = await setUp();
  await touch.down(placeIn(face.element()));
  vi.advanceTimersByTime(499);
  expect(ondetails).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ondetails).toHaveBeenCalledOnce();
  await touch.up();

  // The browser clicks after the release of this one.
  await hold(face.element(), 500);
  expect(ondetails).toHaveBeenCalledTimes(2);
  expect(ontoggle).not.toHaveBeenCalled();
  await touch.click(placeIn(face.element()));
  expect(ontoggle, 'the following tap').toHaveBeenCalledOnce();
});

it('a hold on a tile is none if the page scrolls under the finger', async () => {
  const { screen, face, ontoggle, ondetails } = await setUp();
  screen.container.style.padding = '400px 0 2000px';
  const { x, y } = placeIn(face.element());
  await touch.down({ x, y });
  await touch.move({ x, y: y - 200 }, 0, 20);
  vi.advanceTimersByTime(1000);
  await touch.up();
  expect(window.scrollY).toBeGreaterThan(50);
  expect(ontoggle).not.toHaveBeenCalled();
  expect(ondetails).not.toHaveBeenCalled();
  window.scrollTo(0, 0);
});

it.each(['{Enter}', ' ', '{Enter>5/}'])('%s on a tile toggles once, also if it is held down', async (key) => {
  const { face, ontoggle } = await setUp();
  face.element().focus();
  await userEvent.keyboard(key);
  expect(ontoggle).toHaveBeenCalledOnce();
});

it('Shift and Enter on a tile open the details', async () => {
  const { face, ontoggle, ondetails } = await setUp();
  face.element().focus();
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  expect(ondetails).toHaveBeenCalledOnce();
  expect(ontoggle).not.toHaveBeenCalled();
});

it('the focus stays when the device changes', async () => {
  const { screen, face } = await setUp();
  const element = face.element();
  element.focus();
  await screen.rerender({ isOn: true, state: 'On', tone: 'on', progress: 'sending' });
  await screen.rerender({ isOn: true, state: '42 %', tone: 'on', progress: null, control: secondRow });
  expect(document.activeElement).toBe(element);
});

it.each([
  ['sending', 'Sending…'],
  ['moving', 'Moving…'],
  ['waiting', 'Close when it wakes'],
  ['unconfirmed', 'Not confirmed'],
  ['failed', 'Failed'],
  ['rounded', '21.0°, rounded by the device']
] as const)('a tile that is %s says "%s", in a region that existed before', async (progress, words) => {
  const { screen, group } = await setUp();
  const region = group.element().querySelector('[aria-live="polite"]');
  expect(region?.textContent).toBe('');
  await screen.rerender({
    progress,
    reason: progress === 'rounded' || progress === 'waiting' ? words : undefined
  });
  expect(region?.textContent).toBe(words);
  expect(group.element().contains(region)).toBe(true);
});

it('a tile names the other phone or tablet that began a command', async () => {
  const { screen, group } = await setUp({ progress: 'moving', by: 'Kitchen tablet' });
  const region = group.element().querySelector('[aria-live="polite"]');
  expect(region?.textContent).toBe('Moving… · Kitchen tablet');
  await screen.rerender({ by: 'A long name '.repeat(40) });
  expect(group.element().getBoundingClientRect().height).toBe(56);
});

it.each([
  ['unconfirmed', 'Not confirmed'],
  ['failed', 'The controller is busy.']
] as const)('a tile offers to retry a command that is %s, and says “%s”', async (progress, words) => {
  const onretry = vi.fn();
  const { group, ontoggle } = await setUp({ progress, reason: 'The controller is busy.', onretry });
  await expect.element(group).toHaveTextContent(words);
  await group.getByRole('button', { name: 'Retry' }).click();
  expect(onretry).toHaveBeenCalledOnce();
  expect(ontoggle).not.toHaveBeenCalled();
});

it('a tile shows the time of a stale value', async () => {
  const { group } = await setUp({ since: new Date().setHours(0, 5) });
  await expect.element(group.getByText(/^as of \d+:05/)).toBeVisible();
});

describe('the dimensions of a tile', () => {
  const boxOf = (element: Element | null) => element?.getBoundingClientRect();

  it('are one row of 56 px, two with a control, with any text', async () => {
    const { screen, group } = await setUp();
    expect(boxOf(group.element())?.height).toBe(56);
    await screen.rerender({ progress: 'failed', reason: 'A long reason '.repeat(40), onretry: vi.fn() });
    expect(boxOf(group.element())?.height).toBe(56);
    await screen.rerender({ control: secondRow });
    expect(boxOf(group.element())?.height).toBe(112);
    expect(getComputedStyle(group.element()).borderRadius).toBe('12px');
  });

  it('their value stands whole beside its age, in up to two lines', async () => {
    const { screen } = await setUp({ state: '42 %', since: Date.now() - 1_700_000 });
    screen.container.style.width = '160px';
    const words = screen.container.querySelector('.tile-state');
    const value = words?.firstElementChild;
    expect({ textContent: value?.textContent, clientRectCount: value?.getClientRects().length }).toEqual({
      textContent: '42 %',
      clientRectCount: 1
    });
    const lines = (words?.getBoundingClientRect().height ?? 0) / (value?.getBoundingClientRect().height ?? 1);
    expect(Math.round(lines)).toBe(2);
    expect(screen.container.querySelector('.tile')?.getBoundingClientRect().height).toBe(56);
  });

  it('an icon of 36 px in 48', async () => {
    const { group } = await setUp();
    const icon = group.element().querySelector('.tile-icon');
    expect(boxOf(icon)?.width).toBe(48);
    expect(boxOf(icon?.querySelector('svg') ?? null)?.width).toBe(36);
  });

  it.each([160, 240, 320])('include targets of 44 px at a width of %d px', async (width) => {
    const { screen, group } = await setUp({ progress: 'failed', onretry: vi.fn() });
    screen.container.style.width = `${width}px`;
    await tick();
    for (const button of group.element().querySelectorAll('button')) {
      const box = boxOf(button);
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.right).toBeLessThanOrEqual(width);
    }
  });
});

it('include a visible details button', async () => {
  const { group, ondetails } = await setUp();
  const details = group.getByRole('button', { name: 'Details of Ceiling light' });
  await expect.element(details).toBeVisible();
  await details.click();
  expect(ondetails).toHaveBeenCalledOnce();
});

it('no listener is left on the window after a press', async () => {
  const { face } = await setUp();
  const added = vi.spyOn(window, 'addEventListener');
  await touch.down(placeIn(face.element()));
  vi.advanceTimersByTime(500);
  await touch.up();
  vi.advanceTimersByTime(300);
  const ours = added.mock.calls.filter(([type]) => /^(pointer|click)/.test(type));
  expect(ours.length).toBeGreaterThan(0);
  for (const [type, , options] of ours) {
    const signal = typeof options === 'object' ? options.signal : undefined;
    expect(signal?.aborted, type).toBe(true);
  }
});
