import { afterEach, expect, it } from 'vitest';
import { age, duration } from '$lib/i18n/age';
import { clockParts, hourOfDay, longDate, pastTime, recentTime } from '$lib/i18n/calendar';
import { i18n, localeOf } from '$lib/i18n/i18n.svelte';
import { measure, percent } from '$lib/i18n/number';
import { clockTime, dayAndTime, sinceTime } from '$lib/i18n/time';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

afterEach(() => {
  i18n.preferred = [];
  i18n.hourStyle = 'region';
  return i18n.choose('en');
});

it.each([
  [21.44, '°C', '21.4 °C'],
  [21, '°C', '21.0 °C'],
  [-0.5, '°C', '−0.5 °C'],
  [-0.04, '°C', '0.0 °C'],
  [-0.05, '°C', '−0.1 °C'],
  [-0.04, '°F', '0.0 °F'],
  [0.04, 'K', '0.0 K'],
  [294.6, 'K', '294.6 K'],
  [47.4, '%', '47 %'],
  [310, 'lx', '310 lx'],
  [12_000, 'lx', '12,000 lx'],
  [999, 'W', '999 W'],
  [1830, 'W', '1.83 kW'],
  [-1830, 'W', '−1.83 kW'],
  [3.14159, 'm/s', '3.14 m/s'],
  [7, '', '7'],
  // An amount under its last digit is not 0.
  [0, 'm³', '0 m³'],
  [-0, 'W', '0 W'],
  [0.0004, 'm³', '0.0004 m³'],
  [0.000444, 'm³', '0.00044 m³'],
  [0.00499, 'm³', '0.005 m³'],
  [0.0049, '', '0.0049'],
  [0.005, 'm³', '0.01 m³'],
  [0.0000005, 'm³', '0.000001 m³'],
  [0.02, 'W', '0.02 W'],
  [0.4321, 'W', '0.43 W'],
  [0.5, 'W', '1 W'],
  [-0.02, 'W', '−0.02 W'],
  [-0.4, '%', '−0.4 %'],
  [0.3, 'lx', '0.3 lx'],
  [0.004, 'A', '0.004 A'],
  [0.04, 'kWh', '0.04 kWh'],
  // Noise of a calculation is.
  [1e-17, 'W', '0 W'],
  [-1e-17, 'kWh', '0.0 kWh']
])('%d %s reads %s', (value, unit, expected) => {
  expect(measure(value, unit)).toBe(expected);
});

it('a percentage is a whole number, a space and the sign', () => {
  expect(percent(42)).toBe('42 %');
  expect(percent(41.6)).toBe('42 %');
});

it('readings follow the language', async () => {
  await i18n.choose('uk');
  expect(measure(21.44, '°C')).toBe('21,4 °C');
  expect(measure(0.0004, 'm³')).toBe('0,0004 m³');
});

it.each([
  [0, 'just now'],
  [59 * second, 'just now'],
  [minute, '1 min ago'],
  [3 * minute + 59 * second, '3 min ago'],
  [hour, '1 hr ago'],
  [26 * hour, '1 day ago'],
  [5 * day, '5 days ago'],
  [-hour, 'just now']
])('%d ms ago is "%s"', (passed, expected) => {
  const now = Date.UTC(2026, 0, 20);
  expect(age(now - passed, now)).toBe(expected);
});

it('a time of 0 is "never"', () => {
  expect(age(0, Date.UTC(2026, 0, 20))).toBe('never');
});

it('ages are in Ukrainian in that language', async () => {
  await i18n.choose('uk');
  expect(age(1, 1 + 3 * minute)).toBe('3 хв тому');
  expect(age(1, 2)).toBe('щойно');
});

it('a duration is never negative', () => {
  expect(duration(-5)).toBe('0 sec');
});

it('a time since when something lasts has its day if that is not today', async () => {
  await i18n.choose('uk');
  const at = new Date(2026, 10, 21, 14, 2).getTime();
  expect(sinceTime(at, new Date(2026, 10, 21, 23, 59).getTime())).toBe('14:02');
  expect(sinceTime(at, new Date(2026, 10, 22, 0, 1).getTime())).toMatch(/21 лист\.?, 14:02/);
});

it('a date of another year says the year', () => {
  const now = new Date(2026, 10, 23, 12).getTime();
  expect(dayAndTime(new Date(2026, 10, 21, 14, 5).getTime(), now)).not.toContain('2026');
  expect(dayAndTime(new Date(2023, 10, 23, 14, 5).getTime(), now)).toContain('2023');
});

const evening = new Date(2026, 10, 21, 18, 52).getTime();
const plain = (text: string) => text.replaceAll('\u202f', ' ');

it('times follow the region of the browser where its language is the app’s', () => {
  expect(plain(clockTime(evening))).toBe('6:52 PM');
  i18n.preferred = ['uk-UA', 'en', 'en-GB', 'en-US'];
  expect(clockTime(evening)).toBe('18:52');
  expect(dayAndTime(evening, evening)).toBe('21 Nov, 18:52');
  expect(longDate(evening)).toBe('Saturday 21 November');
  i18n.preferred = ['de-DE'];
  expect(dayAndTime(evening, evening), 'English words in Germany').toBe('21 Nov, 18:52');
});

it('the choice of 12 or 24 hours overrules the region', () => {
  i18n.preferred = ['en-GB'];
  i18n.hourStyle = '12';
  expect(plain(clockTime(evening)).toLowerCase()).toBe('6:52 pm');
  expect(clockParts(evening)).toMatchObject({ figures: '6:52', period: expect.stringMatching(/pm/i) });
  i18n.preferred = ['en-US'];
  i18n.hourStyle = '24';
  expect(clockTime(evening)).toBe('18:52');
  expect(clockTime(new Date(2026, 10, 21, 0, 5).getTime())).toBe('00:05');
  expect(hourOfDay(evening)).toBe('18');
  expect(clockParts(evening)).toEqual({ figures: '18:52', period: undefined });
});

it('a region that Intl refuses is passed over', () => {
  expect(localeOf('en', ['en-US@posix', 'en-GB'])).toBe('en-GB');
  expect(localeOf('en', ['en-US@posix'])).toBe('en');
  expect(localeOf('en', ['de', 'uk-UA'])).toBe('en-DE');
});

it.each([
  [6, 'Today 6:12 AM', '6:12 AM'],
  [0, 'Today 12:12 AM', '12:12 AM'],
  [-1, 'Yesterday 11:12 PM', 'Yesterday 11:12 PM'],
  [-25, 'Nov 18, 11:12 PM', 'Nov 18, 11:12 PM']
])('the time of %i o’clock is “%s” for a history, and “%s” in a list of today', (hours, words, ofToday) => {
  const at = (hourOfDay: number) => new Date(2026, 10, 20, hourOfDay, 12).getTime();
  const said = [recentTime(at(hours), at(20)), pastTime(at(hours), at(20))];
  expect(said.map((text) => text.replaceAll('\u202f', ' '))).toEqual([words, ofToday]);
});
