import { expect, it } from 'vitest';
import { i18n } from '../../../../src/lib/i18n/i18n.svelte';
import { Preferences } from '../../../../src/lib/state/preferences/preferences.svelte';
import { givenScreenName, guessScreenName } from '../../../../src/lib/state/preferences/screen-name';
import { createTestEnvironment } from '../test-environment';

function aPreferences(kept?: string, languages: string[] = ['en-GB']) {
  const { environment, settings } = createTestEnvironment();
  if (kept !== undefined) settings.values.set('preferences', kept);
  const preferences = new Preferences({ ...environment, screen: { ...environment.screen, languages } });
  preferences.start();
  return { preferences, settings, environment };
}

it('Preferences has sensible defaults', () => {
  const { preferences } = aPreferences(undefined, ['uk-UA', 'en']);
  expect(preferences.value).toMatchObject({ theme: 'system', vibrate: true, screenName: null });
  expect(preferences.language).toBe('uk');
});

it('Preferences keeps choices for the next visit', () => {
  const { preferences, environment } = aPreferences();
  preferences.change({ theme: 'dark' });
  preferences.change({ vibrate: false });
  preferences.nameScreen('  Kitchen  ');
  const next = new Preferences(environment);
  next.start();
  expect(next.value).toMatchObject({ theme: 'dark', vibrate: false, screenName: 'Kitchen' });
  expect(next.language).toBe('en');
});

it('Preferences keeps the choice of 12 or 24 hours, and tells the formats of the browser’s region', () => {
  const { preferences, environment } = aPreferences();
  expect(i18n.locale).toBe('en-GB');
  preferences.change({ hourStyle: '12' });
  i18n.hourStyle = 'region';
  const next = new Preferences(environment);
  next.start();
  expect([next.value.hourStyle, i18n.hourStyle]).toEqual(['12', '12']);
  expect(aPreferences('{"hourStyle":"36"}').preferences.value.hourStyle).toBe('region');
});

it('Preferences restores the default name of a screen when the name is emptied', () => {
  const { preferences } = aPreferences('{"screenName":"Kitchen"}');
  preferences.nameScreen(' ');
  expect(preferences.value.screenName).toBeNull();
});

it.each(['', 'null', '[]', '7', '{"theme":"pink","vibrate":"yes","screenName":7,"language":"xx"}'])(
  'Preferences reads %j as no choice',
  (kept) => {
    const { preferences } = aPreferences(kept);
    expect(preferences.value).toMatchObject({ theme: 'system', vibrate: true });
    expect(preferences.language).toBe('en');
  }
);

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/16.0 Safari/605.1.15';

it.each([
  ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X)', 5],
  ['iPad', mac, 5],
  ['Mac', mac, 0],
  ['Android phone', 'Mozilla/5.0 (Linux; Android 10; K) Chrome/120 Mobile Safari/537.36', 5],
  ['Android tablet', 'Mozilla/5.0 (Linux; Android 10; K) Chrome/120 Safari/537.36', 5],
  ['Windows PC', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0],
  ['Screen', 'something new', 0]
])('the name of a screen is %s', (name, userAgent, maxTouchPoints) => {
  expect(guessScreenName({ userAgent, maxTouchPoints })).toBe(name);
});

it('the name of a screen is proposed again only if somebody has given it', () => {
  const facts = { userAgent: mac, maxTouchPoints: 0 };
  const proposed = ['Anna’s phone', 'Mac', null].map((kept) => givenScreenName(kept, facts));
  expect(proposed).toEqual(['Anna’s phone', '', '']);
});
