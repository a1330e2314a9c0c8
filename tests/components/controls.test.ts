import '../../src/app.css';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';
import LinkState from '$lib/components/LinkState.svelte';
import RoomPicture from '$lib/components/RoomPicture.svelte';
import RoomTile from '$lib/components/RoomTile.svelte';
import Segmented from '$lib/components/Segmented.svelte';
import ShutterButtons from '$lib/components/ShutterButtons.svelte';
import Stepper from '$lib/components/Stepper.svelte';
import Switch from '$lib/components/Switch.svelte';
import TextField from '$lib/components/TextField.svelte';

afterEach(() => vi.useRealTimers());

it('a switch has a name and a state, and requests the other state', async () => {
  const onchange = vi.fn();
  const screen = await render(Switch, { label: 'Vibration', isOn: true, hint: 'A short one.', onchange });
  const control = screen.getByRole('switch', { name: 'Vibration', exact: true });
  await expect.element(control).toHaveAttribute('aria-checked', 'true');
  await expect.element(control).toHaveAccessibleDescription('A short one.');
  await control.click();
  expect(onchange).toHaveBeenCalledExactlyOnceWith(false);
});

describe('a stepper', () => {
  const setUpStepper = async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sent: number[] = [];
    const label = 'Bedroom target temperature';
    const onchange = (value: number) => sent.push(value);
    const screen = await render(Stepper, { label, value: 21, min: 5, max: 30, onchange });
    return { sent, screen, value: screen.getByRole('spinbutton', { name: label, exact: true }) };
  };

  it('is a spinbutton with a value and its text', async () => {
    const { value } = await setUpStepper();
    await expect.element(value).toHaveAttribute('aria-valuenow', '21');
    await expect.element(value).toHaveAttribute('aria-valuemin', '5');
    await expect.element(value).toHaveAttribute('aria-valuemax', '30');
    await expect.element(value).toHaveAttribute('aria-valuetext', '21.0°');
  });

  it('steps by half degrees, pages and ends with the keys', async () => {
    const { sent, value } = await setUpStepper();
    value.element().focus();
    for (const [key, expected] of [
      ['{ArrowUp}', '21.5'],
      ['{ArrowDown}{ArrowDown}', '20.5'],
      ['{PageUp}', '25.5'],
      ['{End}', '30'],
      ['{Home}', '5']
    ] as const) {
      await userEvent.keyboard(key);
      expect(value.element()).toHaveAttribute('aria-valuenow', expected);
    }
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([5]);
  });
});

const MODES = ['Off', 'Heat', 'Cool'].map((value) => ({ value, label: value }));

it('a choice of modes is a radio group with one Tab stop, operated by arrows', async () => {
  const onchange = vi.fn();
  const screen = await render(Segmented, { label: 'Bedroom mode', options: MODES, value: 'Off', onchange });
  await expect.element(screen.getByRole('radiogroup', { name: 'Bedroom mode' })).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: 'Off' })).toBeChecked();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(onchange).toHaveBeenCalledExactlyOnceWith('Heat');
});

it('a choice of modes makes the mode stand out that is reported', async () => {
  const screen = await render(Segmented, { label: 'Mode', options: MODES, value: 'Cool', onchange: vi.fn() });
  const groundOf = (element: Element | null) => element && getComputedStyle(element).backgroundColor;
  const radios = screen.getByRole('radio').elements();
  const [off, heat, cool] = radios.map((radio) => groundOf(radio.parentElement));
  expect({ off, heat }, 'those that are not').toEqual({ off: 'rgba(0, 0, 0, 0)', heat: 'rgba(0, 0, 0, 0)' });
  expect(cool).not.toBe(off);
  expect(cool).not.toBe(groundOf(screen.getByRole('radiogroup').element()));
});

it('a choice of modes shows the reported mode, not the tapped one, if they differ', async () => {
  const screen = await render(Segmented, { label: 'Mode', options: MODES, value: 'Off', onchange: vi.fn() });
  await screen.getByText('Heat').click();
  await screen.rerender({ value: 'Cool' });
  await expect.element(screen.getByRole('radio', { name: 'Cool' })).toBeChecked();
  await screen.rerender({ value: null });
  for (const radio of screen.getByRole('radio').elements()) expect(radio).not.toBeChecked();
});

it('a shutter has its three buttons in every position', async () => {
  const onopen = vi.fn();
  const onstop = vi.fn();
  const onclose = vi.fn();
  const screen = await render(ShutterButtons, { openness: 100, onopen, onstop, onclose });
  for (const [name, run] of [
    ['Open', onopen],
    ['Stop', onstop],
    ['Close', onclose]
  ] as const) {
    await screen.getByRole('button', { name, exact: true }).click();
    expect(run, name).toHaveBeenCalledOnce();
  }
});

it('a shutter’s button without a command leaves its place empty', async () => {
  const screen = await render(ShutterButtons, { openness: 40, onopen: vi.fn(), onclose: vi.fn() });
  const box = screen.getByRole('button', { name: 'Close' }).element().getBoundingClientRect();
  expect(screen.getByRole('button', { name: 'Stop' }).elements()).toHaveLength(0);
  await screen.rerender({ onstop: vi.fn() });
  expect(screen.getByRole('button', { name: 'Stop' }).elements()).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Close' }).element().getBoundingClientRect()).toEqual(box);
});

const ROOM = {
  name: 'Living room',
  href: '/rooms/1',
  icon: 'M0 0h24v24z',
  readings: [
    { label: 'Temperature', text: '21.4 °C' },
    { label: 'Humidity', text: '47 %' }
  ],
  chips: [{ icon: 'M0 0h24v24z', text: '2', label: '2 lights on', tone: 'on' as const }],
  isLit: true,
  isStale: false
};

it('a room is a link whose name starts with the room and continues with what it shows', async () => {
  const screen = await render(RoomTile, ROOM);
  const link = screen.getByRole('link', { name: /^Living room/ });
  await expect.element(link).toHaveAttribute('href', '/rooms/1');
  await expect.element(link).toHaveAccessibleName(/21.4 °C.*47 %.*2 lights on/);
  await expect.element(link).toHaveTextContent('21.4 °C');
});

it('a room has one height with any content', async () => {
  const name = 'x'.repeat(10_000);
  const screen = await render(RoomTile, { ...ROOM, name, chips: Array(1).fill(ROOM.chips[0]) });
  const link = screen.getByRole('link').element();
  const { height } = link.getBoundingClientRect();
  await screen.rerender({ readings: [], chips: [], name: '' });
  expect(link.getBoundingClientRect().height).toBe(height);
});

it('a room has its picture as shapes of the page, whatever its data are', async () => {
  const layers = [{ depth: 'near', path: '"><img src=x>);} M0 0' }] as const;
  const { container: link } = await render(RoomPicture, { picture: { hue: 10, layers } });
  expect([...link.querySelectorAll('path')].map((shape) => shape.getAttribute('d'))).toContain(
    layers[0].path
  );
  expect(link.querySelector('img')).toBeNull();
  expect(getComputedStyle(link.querySelector('svg path.near') ?? link).fill).toMatch(/^rgb/);
});

it.each([
  ['live', 'Live'],
  ['reconnecting', 'Reconnecting…'],
  ['offline', 'Offline'],
  ['controller-unreachable', 'Controller not responding'],
  ['signed-out', 'Signed out']
] as const)('the link state %s is the status "%s"', async (state, words) => {
  const screen = await render(LinkState, { state, since: Date.now() });
  await expect.element(screen.getByRole('status')).toHaveTextContent(new RegExp(`^${words}$`));
});

it('a field has exactly its label as its name', async () => {
  const screen = await render(TextField, { label: 'Password', type: 'password', value: 'demo' });
  await expect
    .element(screen.getByLabelText('Password', { exact: true }))
    .toHaveAttribute('type', 'password');
});

it('a field shows the typed password on request', async () => {
  const screen = await render(TextField, { label: 'Password', type: 'password', value: 'demo' });
  await screen.getByRole('button').click();
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveAttribute('type', 'text');
});

it('a field shows its error', async () => {
  const screen = await render(TextField, {
    label: 'Controller address',
    hint: 'For example',
    error: 'No address.'
  });
  const field = screen.getByRole('textbox', { name: 'Controller address' });
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription('No address.');
});
