import '../../src/app.css';
import type { ComponentProps } from 'svelte';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';
import type { Rgb } from '$lib/components/colour';
import ColourField from '$lib/components/ColourField.svelte';

const RED: Rgb = { red: 255, green: 0, blue: 0 };

type Components = ComponentProps<typeof ColourField>['components'];
const setUp = async (rgb: Rgb | null, components: Components = [], isUnfolded = true) => {
  const onchange = vi.fn();
  const screen = await render(ColourField, { name: 'Strip', rgb, components, onchange });
  const more = screen.getByText('More');
  if (isUnfolded && more.elements().length > 0) await more.click();
  const slider = (name: string) => screen.getByRole('slider', { name, exact: true });
  const press = async (name: string, keys: string) => {
    slider(name).element().focus();
    await userEvent.keyboard(keys);
  };
  return { onchange, screen, slider, press };
};

it('a colour has six whites and six colours, and behind More a slider for hue, for saturation and for each other component', async () => {
  const { screen, slider } = await setUp(RED, [{ name: 'WarmWhite', value: 255 }], false);
  await expect.element(screen.getByRole('group', { name: 'Colour of Strip' })).toBeVisible();
  for (const name of ['Whites', 'Colours'])
    expect(screen.getByRole('group', { name, exact: true }).getByRole('button').elements()).toHaveLength(6);
  expect(screen.getByRole('slider').elements()).toHaveLength(0);
  await screen.getByText('More').click();
  await expect.element(slider('Hue')).toHaveAttribute('aria-valuenow', '0');
  await expect.element(slider('Saturation')).toHaveAttribute('aria-valuetext', '100 %');
  await expect.element(slider('Warm white')).toHaveAttribute('aria-valuetext', '100 %');
  expect(screen.getByRole('slider').elements()).toHaveLength(3);
});

it('a colour mixes red, green and blue from hue and saturation', async () => {
  const { onchange, press } = await setUp(RED);
  await press('Saturation', '{Home}');
  expect(onchange).toHaveBeenLastCalledWith({ Red: 255, Green: 255, Blue: 255 });
  await press('Hue', '{ArrowRight}');
  expect(onchange).toHaveBeenLastCalledWith({ Red: 255, Green: 4, Blue: 0 });
});

it('a colour is chosen with one touch of a swatch, and a white with another', async () => {
  const { onchange, screen } = await setUp(RED, [{ name: 'WarmWhite', value: 90 }]);
  const red = screen.getByRole('button', { name: 'Red' });
  await expect.element(red).toHaveAttribute('aria-pressed', 'true');
  await screen.getByRole('button', { name: 'Blue' }).click();
  expect(onchange).toHaveBeenLastCalledWith({ Red: 0, Green: 80, Blue: 255 });
  await screen.getByRole('button', { name: 'Warm white' }).click();
  expect(onchange).toHaveBeenLastCalledWith({ WarmWhite: 255 });
});

it('a colour becomes visible when a hue is selected on white', async () => {
  const { onchange, press } = await setUp({ red: 255, green: 255, blue: 255 });
  await press('Hue', '{PageUp}');
  expect(onchange).toHaveBeenLastCalledWith({ Red: 255, Green: 42, Blue: 0 });
});

it('a colour sets two whites together by their colour temperature', async () => {
  const whites = [
    { name: 'WarmWhite', value: 200 },
    { name: 'ColdWhite', value: 100 }
  ] as const;
  const { onchange, slider, press } = await setUp(null, [...whites]);
  await expect.element(slider('Colour temperature')).toHaveAttribute('aria-valuetext', '25 % cool');
  await press('Colour temperature', '{End}');
  expect(onchange).toHaveBeenLastCalledWith({ WarmWhite: 0, ColdWhite: 200 });
});

it('a colour shows an index as its number, and a share in percent', async () => {
  const { onchange, press, slider } = await setUp(null, [
    { name: 'Indexed', value: 51 },
    { name: 'Amber', value: 51 }
  ]);
  await expect.element(slider('Colour number')).toHaveAttribute('aria-valuetext', '51');
  await expect.element(slider('Amber')).toHaveAttribute('aria-valuetext', '20 %');
  await press('Amber', '{End}');
  expect(onchange).toHaveBeenLastCalledWith({ Amber: 255 });
});
