import { expect, it } from 'vitest';
import { recentSearches, rememberSearch } from '../../../src/routes/(app)/search/recent-searches';
import { createTestEnvironment } from '../../lib/state/test-environment';

const emptySettings = () => createTestEnvironment().environment.settings;

it('the last searches are five, the newest first, each once whatever its case is', () => {
  const settings = emptySettings();
  for (const query of ['lamp', 'window', 'kitchen', 'Lamp', 'heat', 'garden', 'door'])
    rememberSearch(settings, query);
  expect(recentSearches(settings)).toEqual(['door', 'garden', 'heat', 'Lamp', 'kitchen']);
});

it('the last searches are without spaces around them, and without what is shorter than a word', () => {
  const settings = emptySettings();
  for (const query of ['  living   room ', 'la', '   ']) rememberSearch(settings, query);
  expect(recentSearches(settings)).toEqual(['living room']);
});
