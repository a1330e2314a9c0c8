import '../../src/app.css';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';
import BucketChart from '$lib/components/BucketChart.svelte';

const HOUR_MS = 3_600_000;
const means = [20, 21, null, 22];

async function setUp() {
  const bands = means.map((mean) => (mean === null ? null : ([mean, mean, mean] as const)));
  const screen = await render(BucketChart, {
    from: 0,
    until: 4 * HOUR_MS,
    plots: [{ range: [20, 22], scale: ['22°', '20°'], series: [{ label: '', bands }] }],
    label: 'From 20 to 22',
    readerLabel: 'Value at a time',
    wordsOf: (index: number) => `${index} h · ${means[index] ?? '–'}°`,
    pageStep: 2,
    tickText: () => ''
  });
  return { screen, reader: screen.getByRole('slider', { name: 'Value at a time' }) };
}

it('a chart is read by keys, part by part and by larger steps, gaps included', async () => {
  const { screen, reader } = await setUp();
  await expect.element(screen.getByRole('img', { name: 'From 20 to 22' })).toBeVisible();
  await expect.element(reader).toHaveAttribute('aria-valuetext', '3 h · 22°');
  reader.element().focus();
  for (const [key, text] of [
    ['{ArrowLeft}', '2 h · –°'],
    ['{ArrowLeft}', '1 h · 21°'],
    ['{ArrowRight}', '2 h · –°'],
    ['{PageDown}', '0 h · 20°'],
    ['{End}', '3 h · 22°'],
    ['{Home}', '0 h · 20°'],
    ['{ArrowLeft}', '0 h · 20°']
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(reader).toHaveAttribute('aria-valuetext', text);
    await expect.element(screen.getByText(text)).toBeVisible();
  }
});

it('a chart is read by touch', async () => {
  const { screen, reader } = await setUp();
  await expect.element(screen.getByText('From 20 to 22')).toBeVisible();
  const { left, top, width } = reader.element().getBoundingClientRect();
  reader.element().dispatchEvent(
    new PointerEvent('pointerdown', {
      bubbles: true,
      clientX: left + width * 0.4,
      clientY: top + 5,
      pointerType: 'touch'
    })
  );
  await expect.element(screen.getByText('1 h · 21°')).toBeVisible();
});
