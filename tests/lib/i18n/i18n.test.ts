import { afterEach, describe, expect, it, vi } from 'vitest';
import { ERROR_STATUS } from '#shared/error-codes';
import { preferredLanguage, languageName } from '#shared/language';
import { languages, t, i18n } from '$lib/i18n/i18n.svelte';
import type { Message } from '$lib/i18n/message';
import { first as firstEn } from '$lib/i18n/messages/en';
import { lazy as lazyEn, install as installEn } from '$lib/i18n/messages/lazy/en';

type Catalogue = Record<string, Message>;

const firstOf = import.meta.glob<Catalogue>('../../../src/lib/i18n/messages/*.ts', {
  eager: true,
  import: 'first'
});
const restOf = import.meta.glob<Record<string, Catalogue>>('../../../src/lib/i18n/messages/lazy/*.ts', {
  eager: true
});

/** The messages of a language, with the words of `/install`, which are tables in tables, as one table. */
const catalogueOf = (language: string): Catalogue => {
  const { lazy = {}, install = {} } = restOf[`../../../src/lib/i18n/messages/lazy/${language}.ts`] ?? {};
  const first = firstOf[`../../../src/lib/i18n/messages/${language}.ts`];
  return { ...first, ...lazy, ...flat(install, 'install') };
};

/** Flattens a table: `{ guides: { ios: { steps: ['Open…'] } } }` has the key `guides.ios.steps.0`. */
function flat(value: unknown, path: string): Catalogue {
  if (typeof value === 'string') return { [path]: value };
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign({}, ...Object.entries(value).map(([key, each]) => flat(each, `${path}.${key}`)));
}

const en: typeof firstEn & typeof lazyEn & Catalogue = {
  ...firstEn,
  ...lazyEn,
  ...flat(installEn, 'install')
};
const uk = catalogueOf('uk');

/** The keys of English that a language lacks. */
const missingKeys = (table: Catalogue) => Object.keys(en).filter((key) => !(key in table));

const textsOf = (message: Message | undefined): string[] => {
  if (message === undefined) return [];
  if (typeof message === 'string') return [message];
  const { one, few, many, other } = message;
  return [one, few, many, other].filter((text) => text !== undefined);
};

const namesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

afterEach(() => i18n.choose('en'));

describe.each(languages)('the messages in %s', (language) => {
  const table = catalogueOf(language);

  it('have the keys of English and no others', () => {
    expect(missingKeys(table)).toEqual([]);
    expect(Object.keys(table).filter((key) => !(key in en))).toEqual([]);
  });

  it('have the same parameters as English in every form', () => {
    for (const [key, message] of Object.entries<Message>(en)) {
      const expected = namesOf(textsOf(message)[0] ?? '');
      for (const text of [...textsOf(message), ...textsOf(table[key])])
        expect(namesOf(text), key).toEqual(expected);
    }
  });

  it('have every plural form that whole numbers take in the language', () => {
    const rules = new Intl.PluralRules(language);
    const forms = new Set(Array.from({ length: 101 }, (_each, count) => rules.select(count)));
    for (const [key, message] of Object.entries(table))
      if (typeof message !== 'string') expect(Object.keys(message).sort(), key).toEqual([...forms].sort());
  });

  it('have a text for every key', () => {
    for (const [key, message] of Object.entries(table))
      for (const text of textsOf(message)) expect(text.trim(), key).not.toBe('');
  });
});

it('each pair of catalogues is a language, under its own name', () => {
  expect(languages).toEqual(expect.arrayContaining(['en', 'uk']));
  expect(Object.keys(firstOf)).toHaveLength(languages.length);
  expect(['en', 'uk'].map(languageName)).toEqual(['English', 'Українська']);
});

it('there is a message for every error code', () => {
  for (const code of Object.keys(ERROR_STATUS)) expect(Object.keys(en)).toContain(`error.${code}`);
});

it('a household reads tap, one word for a lamp, and no age where a clock time is meant', () => {
  const texts = (table: Record<string, Message>) => Object.values(table).flatMap(textsOf).join('\n');
  const { 'touch.touch': _choice, ...rest } = en;
  expect(texts(rest)).not.toMatch(/\btouch(?:es|ed)?\b/i);
  expect(texts(uk)).not.toMatch(/\{count\} ламп/i);
  for (const key of ['value.asOf', 'link.offlineHint', 'changed.text'] as const)
    expect(namesOf(textsOf(en[key])[0] ?? '')).toEqual(['time']);
});

it('t inserts values unchanged, whatever they contain', () => {
  expect(t('home.openNamed', { name: '$& {name} <b>' })).toBe('$& {name} <b> open');
});

it('the language is the first preferred one that is supported', () => {
  expect(preferredLanguage(languages, ['uk-UA', 'en'])).toBe('uk');
  expect(preferredLanguage(languages, ['de-AT', 'uk', 'en'])).toBe('uk');
  expect(preferredLanguage(languages, ['de', 'fr-CH'])).toBeUndefined();
  expect(preferredLanguage(languages, ['ukx'])).toBeUndefined();
  expect(preferredLanguage(languages, [])).toBeUndefined();
});

it('no key is in both the first and the lazy messages', () => {
  expect(Object.keys(firstEn).filter((key) => key in lazyEn)).toEqual([]);
});

it('lazy messages load on request, and stay in every language', async () => {
  // Test files share modules, so another file may have loaded all messages before.
  vi.resetModules();
  const fresh = await import('$lib/i18n/i18n.svelte');
  expect(fresh.t('settings.theme')).toBe('');
  await fresh.i18n.loadAll();
  expect(fresh.t('settings.theme')).toBe('Theme');
  await fresh.i18n.choose('uk');
  expect(fresh.t('settings.theme')).toBe('Тема');
  expect(fresh.t('link.live')).toBe('На зв’язку');
});

it('requested messages are there when the request resolves, even if the language changes meanwhile', async () => {
  vi.resetModules();
  const fresh = await import('$lib/i18n/i18n.svelte');
  const completing = fresh.i18n.loadAll();
  void fresh.i18n.choose('uk');
  expect(await completing).toBe(true);
  expect(fresh.t('settings.theme')).toBe('Тема');
});

it('of two changes of the language in a row the last one wins', async () => {
  await Promise.all([i18n.choose('uk'), i18n.choose('en')]);
  expect(i18n.language).toBe('en');
  await Promise.all([i18n.choose('en'), i18n.choose('uk')]);
  expect(i18n.language).toBe('uk');
});
