import '../../src/app.css';
import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { MANAGING_RIGHTS } from '#shared/rights';
import { i18n } from '$lib/i18n/i18n.svelte';
import AlarmBanner from '../../src/features/alarms/AlarmBanner.svelte';
import { aSensor } from '../features/bulk-actions/test-devices';
import { aHome } from '../lib/state/test-home';
import { openedIn } from '../lib/state/test-screen';
import { anApp, renderIn } from './test-app';

const NOW = Math.floor(Date.now() / 1000);

afterEach(() => i18n.choose('en'));

const smoke = (id: number, params: Record<string, unknown>, name = `Sensor ${id}`) =>
  aSensor(id, 'BinarySmokeSensor', true, { name, room_id: 1, params });
const quiet = { Tripped: false };
const tripped = (secondsAgo: number) => ({ Tripped: true, lasttrip: NOW - secondsAgo });

/** A banner in a home with these devices. */
async function setUp(...devices: unknown[]) {
  const { app } = await anApp(MANAGING_RIGHTS);
  const rooms = [{ id: 1, name: 'Kitchen' }];
  openedIn(app).state.replace(aHome({ rooms, devices }), 'e.1', Date.now());
  const onopen = vi.fn();
  const screen = await renderIn(app, AlarmBanner, { onopen });
  const set = (device: number, params: Record<string, unknown>) => {
    openedIn(app).state.apply([{ device, params }], 'e.2', Date.now());
    flushSync();
  };
  const alert = () => document.querySelector('[role=alert]')?.textContent.trim();
  const links = () => screen.getByRole('link').elements();
  const texts = () => links().map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());
  return { screen, set, alert, links, texts, onopen };
}

it('says what, where and since when, and leads to the sheet', async () => {
  const { screen, texts, onopen } = await setUp(smoke(1, { Tripped: true }), smoke(2, tripped(60)));
  expect(texts()[0]).toMatch(/^Alarm: Sensor 2: Smoke detected · Kitchen · since \d/);
  expect(texts()[1], 'without a time that nobody knows').toBe('Alarm: Sensor 1: Smoke detected · Kitchen');
  await screen.getByRole('link', { name: /Sensor 2/ }).click();
  expect(onopen).toHaveBeenCalledExactlyOnceWith(2);
});

it('says of what time it is while the link is down', async () => {
  const { screen } = await setUp(smoke(1, tripped(60)));
  await expect.element(screen.getByText(/^as of \d+:\d\d/)).toBeVisible();
});

it('shows three at most, the most recent first, and leads to the others', async () => {
  const { screen, texts } = await setUp(...[1, 2, 3, 4, 5].map((id) => smoke(id, tripped(id * 60))));
  expect(texts().map((text) => /Sensor (\d)/.exec(text)?.[1] ?? text)).toEqual(['1', '2', '3', 'and 2 more']);
  await expect
    .element(screen.getByRole('link', { name: 'and 2 more' }))
    .toHaveAttribute('href', '/now/alarms');
  await i18n.choose('uk');
  expect(texts().at(-1)).toBe('і ще 2');
});

it('announces each alarm once, in a live region that was there before', async () => {
  const { set, alert } = await setUp(smoke(1, quiet), smoke(2, quiet));
  expect(document.querySelector('[aria-live=assertive]')?.textContent.trim()).toBe('');
  set(1, tripped(0));
  expect(alert()).toBe('Alarm: Sensor 1: Smoke detected, Kitchen');
  set(2, tripped(0));
  expect(alert(), 'without the first again').toBe('Alarm: Sensor 2: Smoke detected, Kitchen');
  set(1, quiet);
  set(2, quiet);
  expect(alert()).toBeUndefined();
  set(1, tripped(0));
  expect(alert(), 'as it came again').toBe('Alarm: Sensor 1: Smoke detected, Kitchen');
});

it('does not take a touch that was meant for the page, and makes the page as much longer as it is tall', async () => {
  const { screen, set, links } = await setUp(smoke(1, quiet), smoke(2, quiet));
  const added = () => getComputedStyle(document.body).paddingBottom;
  expect(added()).toBe('0px');
  set(1, tripped(0));
  const section = screen.getByRole('region', { name: 'Alarms' }).element();
  expect(getComputedStyle(section).pointerEvents).toBe('none');
  await expect.poll(() => getComputedStyle(section).pointerEvents).toBe('auto');
  await expect.poll(added).toBe(`${section.clientHeight}px`);

  set(2, tripped(0));
  expect(getComputedStyle(section).pointerEvents, 'no touch falls through to what lies below').toBe('auto');
  expect(links().map((link) => getComputedStyle(link).pointerEvents)).toEqual(['none', 'none']);
  await expect
    .poll(() => links().map((link) => getComputedStyle(link).pointerEvents))
    .toEqual(['auto', 'auto']);
  set(1, quiet);
  set(2, quiet);
  await expect.poll(added).toBe('0px');
});

it('wraps a long name within the window, and the time stays visible', async () => {
  const { screen } = await setUp(smoke(1, tripped(60), 'Rauchmelder'.repeat(30)));
  const banner = screen.getByRole('region', { name: 'Alarms' }).element();
  expect(banner.scrollWidth).toBeLessThanOrEqual(innerWidth);
  const time = screen
    .getByText(/ · since/)
    .element()
    .getBoundingClientRect();
  expect(time.bottom).toBeLessThanOrEqual(innerHeight);
  expect(time.top).toBeGreaterThan(innerHeight / 2);
});
