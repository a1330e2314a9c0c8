import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import Age from '$lib/components/Age.svelte';
import { i18n } from '$lib/i18n/i18n.svelte';
import { TickingClock } from '$lib/i18n/ticker.svelte';

const HOUR_MS = 3_600_000;
const EVENING = new Date(2026, 0, 20, 18, 52);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: EVENING });
});
afterEach(() => {
  vi.useRealTimers();
  i18n.hourStyle = 'region';
  return i18n.choose('en');
});

const anAge = () => render(Age, { since: EVENING.getTime(), clock: new TickingClock(15_000) });

it('a value’s time has its day from midnight on, and its timer stops with it', async () => {
  i18n.hourStyle = '24';
  expect(vi.getTimerCount()).toBe(0);
  const screen = await anAge();
  expect(screen.container.textContent).toBe('as of 18:52');
  vi.advanceTimersByTime(6 * HOUR_MS);
  flushSync();
  expect(screen.container.textContent).toMatch(/^as of (?:Jan 20|20 Jan), 18:52$/);
  expect(vi.getTimerCount()).toBe(1);
  await screen.unmount();
  await Promise.resolve();
  expect(vi.getTimerCount()).toBe(0);
});

it('a value’s time follows the language', async () => {
  const screen = await anAge();
  await i18n.choose('uk');
  flushSync();
  expect(screen.container.textContent).toBe('станом на 18:52');
});
