import '../../src/app.css';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import ColourPad from '$lib/components/ColourPad.svelte';

async function setUp() {
  const onpick = vi.fn();
  const screen = await render(ColourPad, { hue: 0, saturation: 100, every: 500, onpick });
  const hue = screen.getByRole('slider', { name: 'Hue' }).element();
  const element = hue.parentElement;
  if (!element) throw new Error('no pad');
  const { left, top, width, height } = element.getBoundingClientRect();
  const send = (type: string, x: number, y: number, pointerId = 1) =>
    element.dispatchEvent(
      new (type === 'click' ? MouseEvent : PointerEvent)(type, {
        bubbles: true,
        pointerId,
        pointerType: 'touch',
        button: type === 'pointermove' ? -1 : 0,
        buttons: 1,
        clientX: left + x * width,
        clientY: top + y * height
      })
    );
  // A made-up pointer cannot be captured.
  element.setPointerCapture = () => undefined;
  const tap = () => {
    for (const type of ['pointerdown', 'pointerup', 'click']) send(type, 0.5, 0.5);
  };
  return { onpick, send, tap, hue, unmount: () => screen.unmount() };
}

it('a pad of colours follows a finger that starts sideways, in both directions, and sends the last colour', async () => {
  const { onpick, send, hue } = await setUp();
  send('pointerdown', 0.2, 0.1);
  send('pointermove', 0.4, 0.1);
  send('pointermove', 0.5, 0.5);
  await expect.element(hue).toHaveAttribute('aria-valuenow', '180');
  send('pointerup', 0.5, 0.75);
  await expect.poll(() => onpick.mock.lastCall).toEqual([{ hue: 180, saturation: 25 }]);
});

it('a pad of colours sends nothing for a finger that scrolls', async () => {
  const { onpick, send, hue } = await setUp();
  send('pointerdown', 0.2, 0.1);
  send('pointermove', 0.21, 0.4);
  send('pointermove', 0.6, 0.4);
  send('pointercancel', 0.6, 0.4);
  await tick();
  expect(onpick).not.toHaveBeenCalled();
  expect(hue).toHaveAttribute('aria-valuenow', '0');
});

it('a pad of colours goes to a tap, but not to one that stops a scroll', async () => {
  const { onpick, tap, unmount } = await setUp();
  tap();
  expect(onpick).toHaveBeenCalledExactlyOnceWith({ hue: 180, saturation: 50 });
  await unmount();

  const other = await setUp();
  document.dispatchEvent(new Event('scroll'));
  other.tap();
  expect(other.onpick).not.toHaveBeenCalled();
});

it('a pad of colours does not take a touch with two fingers for a tap', async () => {
  const { onpick, send } = await setUp();
  send('pointerdown', 0.5, 0.5);
  send('pointerdown', 0.8, 0.8, 2);
  send('pointerup', 0.5, 0.5);
  send('click', 0.5, 0.5);
  expect(onpick).not.toHaveBeenCalled();
});

it('a pad of colours shows the reported colour again after a cancelled drag', async () => {
  const { send, hue } = await setUp();
  send('pointerdown', 0.2, 0.1);
  send('pointermove', 0.4, 0.1);
  await expect.element(hue).toHaveAttribute('aria-valuenow', '144');
  send('pointercancel', 0.4, 0.1);
  await expect.element(hue).toHaveAttribute('aria-valuenow', '0');
});
