import '../../src/app.css';
import StepChart from '$lib/components/StepChart.svelte';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';

const HOUR_MS = 3_600_000;
const points = [20, 21, 23, 22].map((value, index) => ({ at: index * HOUR_MS, value }));

async function setUp() {
  const screen = await render(StepChart, {
    points,
    until: 4 * HOUR_MS,
    label: 'From 20 to 23',
    caption: 'Since midnight',
    most: '23',
    least: '20',
    readerLabel: 'Value at a time',
    wordsOf: ({ value }: { value: number | null }, at: number) =>
      `${Math.round((at / HOUR_MS) * 10) / 10} h · ${value}°`,
    tickText: () => ''
  });
  return { screen, reader: screen.getByRole('slider', { name: 'Value at a time' }) };
}

it('a chart is read by keys, from change to change and by the hour', async () => {
  const { screen, reader } = await setUp();
  await expect.element(screen.getByRole('img', { name: 'From 20 to 23' })).toBeVisible();
  await expect.element(reader).toHaveAttribute('aria-valuetext', '4 h · 22°');
  reader.element().focus();
  for (const [key, text] of [
    ['{ArrowLeft}', '3 h · 22°'],
    ['{ArrowLeft}', '2 h · 23°'],
    ['{ArrowRight}', '3 h · 22°'],
    ['{PageDown}', '2 h · 23°'],
    ['{Home}', '0 h · 20°'],
    ['{End}', '4 h · 22°']
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(reader).toHaveAttribute('aria-valuetext', text);
    await expect.element(screen.getByText(text)).toBeVisible();
  }
});

it('a chart is read by touch', async () => {
  const { screen, reader } = await setUp();
  await expect.element(screen.getByText('Since midnight')).toBeVisible();
  const { left, top, width } = reader.element().getBoundingClientRect();
  reader.element().dispatchEvent(
    new PointerEvent('pointerdown', {
      bubbles: true,
      clientX: left + width * 0.625,
      clientY: top + 5,
      pointerType: 'touch'
    })
  );
  await expect.element(screen.getByText('2.5 h · 23°')).toBeVisible();
});
