import Age from '$lib/components/Age.svelte';
import { TickingClock } from '$lib/i18n/ticker.svelte';
import { i18n } from '$lib/i18n/i18n.svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';

const hour = 3_600_000;

/** A manual clock, and the number of its listeners. */
class Metronome {
  time = new Date(2026, 0, 20, 18, 52).getTime();
  #listeners = new Set<() => void>();

  get listeners() {
    return this.#listeners.size;
  }

  now() {
    return this.time;
  }

  every(_ms: number, run: () => void) {
    this.#listeners.add(run);
    return () => this.#listeners.delete(run);
  }

  pass(ms: number) {
    this.time += ms;
    for (const run of this.#listeners) run();
    flushSync();
  }
}

afterEach(() => {
  i18n.hourStyle = 'region';
  return i18n.choose('en');
});

it('a value’s time has its day from midnight on, and its timer stops with it', async () => {
  i18n.hourStyle = '24';
  const metronome = new Metronome();
  const clock = new TickingClock(15_000, metronome);
  expect(metronome.listeners).toBe(0);
  const screen = await render(Age, { since: metronome.time, clock });
  expect(screen.container.textContent).toBe('as of 18:52');
  metronome.pass(6 * hour);
  expect(screen.container.textContent).toMatch(/^as of (?:Jan 20|20 Jan), 18:52$/);
  expect(metronome.listeners).toBe(1);
  await screen.unmount();
  await Promise.resolve();
  expect(metronome.listeners).toBe(0);
});

it('a value’s time follows the language', async () => {
  const metronome = new Metronome();
  const clock = new TickingClock(15_000, metronome);
  const screen = await render(Age, { since: metronome.time, clock });
  await i18n.choose('uk');
  flushSync();
  expect(screen.container.textContent).toBe('станом на 18:52');
});
