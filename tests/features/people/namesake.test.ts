import { afterEach, expect, it } from 'vitest';
import { i18n } from '$lib/i18n/i18n.svelte';
import { homeLabel, namesakeCaution, namesakeFacts } from '../../../src/features/people/namesake';

const addedAt = new Date(new Date().getFullYear(), 10, 29, 12).getTime();
const lastYear = new Date(2024, 1, 3, 12).getTime();

afterEach(() => {
  i18n.preferred = [];
  return i18n.choose('en');
});

it('a home with a namesake is followed by its number, and the day on which it was added if that is known', async () => {
  i18n.preferred = ['en-GB'];
  const name = 'Home';
  expect([
    homeLabel({ name }),
    homeLabel({ name, namesake: { number: 2, addedAt } }),
    homeLabel({ name, namesake: { number: 1, addedAt: lastYear } }),
    homeLabel({ name, namesake: { number: 1, addedAt: 0 } }),
    homeLabel({ name: '' })
  ]).toEqual([
    'Home',
    'Home · No. 2 · added on 29 November',
    'Home · No. 1 · added on 3 February 2024',
    'Home · No. 1',
    'Your controller'
  ]);
  expect(namesakeFacts(undefined)).toBe('');
});

it('who types a password reads that another home has the name', async () => {
  i18n.preferred = ['en-GB'];
  expect([
    namesakeCaution(undefined),
    namesakeCaution({ number: 2, addedAt }),
    namesakeCaution({ number: 1, addedAt: 0 })
  ]).toEqual([
    '',
    'Another home has this name; this one was added on 29 November.',
    'Another home has this name.'
  ]);
  await i18n.choose('uk');
  expect(namesakeCaution({ number: 2, addedAt })).toMatch(/^Таку назву .* 29 .*\.$/);
});
