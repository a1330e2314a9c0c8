import Age from '$lib/components/Age.svelte';
import { TickingClock } from '$lib/i18n/ticker.svelte';
import { i18n } from '$lib/i18n/i18n.svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';

const minute = 60_000;

/** A manual clock, and the number of its listeners. */
class Metronome {
  time = Date.UTC(2026, 0, 20);
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

afterEach(() => i18n.choose('en'));

it('an age stays current while it is shown, and stops its timer afterwards', async () => {
  const metronome = new Metronome();
  const clock = new TickingClock(15_000, metronome);
  expect(metronome.listeners).toBe(0);
  const screen = await render(Age, { since: metronome.time, clock });
  expect(screen.container.textContent).toBe('as of just now');
  metronome.pass(3 * minute);
  expect(screen.container.textContent).toBe('as of 3 min ago');
  expect(metronome.listeners).toBe(1);
  await screen.unmount();
  await Promise.resolve();
  expect(metronome.listeners).toBe(0);
});

it('an age follows the language', async () => {
  const metronome = new Metronome();
  const clock = new TickingClock(15_000, metronome);
  const screen = await render(Age, { since: metronome.time - 3 * minute, clock });
  await i18n.choose('uk');
  flushSync();
  expect(screen.container.textContent).toBe('оновлено 3 хв тому');
});
