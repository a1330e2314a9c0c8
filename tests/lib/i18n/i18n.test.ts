import { en as firstEn } from '$lib/i18n/messages/en';
import { lazy as lazyEn } from '$lib/i18n/messages/lazy/en';
import { lazy as lazyUk } from '$lib/i18n/messages/lazy/uk';
import { uk as firstUk } from '$lib/i18n/messages/uk';
import { preferredLanguage, t, i18n } from '$lib/i18n/i18n.svelte';
import { ERROR_STATUS } from '#shared/errors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '$lib/i18n/message';

const en = { ...firstEn, ...lazyEn };
const uk = { ...firstUk, ...lazyUk };
const tables: Record<string, Record<string, Message>> = { en, uk };

const textsOf = (message: Message | undefined): string[] => {
  if (message === undefined) return [];
  if (typeof message === 'string') return [message];
  const { one, few, many, other } = message;
  return [one, few, many, other].filter((text) => text !== undefined);
};

const namesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

afterEach(() => i18n.choose('en'));

describe.each(Object.keys(tables))('the messages in %s', (language) => {
  const table = tables[language] ?? {};

  it('have the same keys as English', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(en).sort());
  });

  it('have the same parameters as English in every form', () => {
    for (const [key, message] of Object.entries<Message>(en)) {
      const expected = namesOf(textsOf(message)[0] ?? '');
      for (const text of [...textsOf(message), ...textsOf(table[key])])
        expect(namesOf(text), key).toEqual(expected);
    }
  });

  it('have every plural form of the language where English has plural forms', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, message] of Object.entries<Message>(en)) {
      const translated = table[key];
      if (typeof message === 'string') expect(typeof translated, key).toBe('string');
      else expect(Object.keys(translated ?? {}).sort(), key).toEqual([...pluralCategories].sort());
    }
  });

  it('have a text for every key', () => {
    for (const [key, message] of Object.entries(table))
      for (const text of textsOf(message)) expect(text.trim(), key).not.toBe('');
  });
});

it('there is a message for every error code', () => {
  for (const code of Object.keys(ERROR_STATUS)) expect(Object.keys(en)).toContain(`error.${code}`);
});

it('the texts that are part of the contract are unchanged', () => {
  expect([
    t('link.live'),
    t('link.reconnecting'),
    t('link.offline'),
    t('link.controllerUnreachable'),
    t('link.signedOut')
  ]).toEqual(['Live', 'Reconnecting…', 'Offline', 'Controller not responding', 'Signed out']);
  expect([
    en['value.sending'],
    en['value.moving'],
    en['value.waiting'],
    en['value.unconfirmed'],
    en['value.failed'],
    en['value.unavailable']
  ]).toEqual(['Sending…', 'Moving…', 'Waiting for the device', 'Not confirmed', 'Failed', 'Not responding']);
});

it('a household reads tap, one word for a lamp, and no age where a clock time is meant', () => {
  const texts = (table: Record<string, Message>) => Object.values(table).flatMap(textsOf).join('\n');
  expect(texts(en)).not.toMatch(/\btouch(?:es|ed)?\b/i);
  expect(texts(uk)).not.toMatch(/\{count\} ламп/i);
  for (const key of ['value.asOf', 'link.offlineHint', 'changed.text'] as const)
    expect(namesOf(textsOf(en[key])[0] ?? '')).toEqual(['time']);
});

it('a lost controller is said not to respond once: its notice says what else is to know', () => {
  for (const key of ['link.noAnswer', 'link.unreachableHint'] as const) {
    expect(en[key]).not.toMatch(/respond/);
    expect(uk[key]).not.toMatch(/відповідає/);
  }
});

describe('t', () => {
  it('selects the plural form by the count, in the language', async () => {
    expect([1, 2, 0].map((count) => t('home.lightsOn', { count }))).toEqual([
      '1 light on',
      '2 lights on',
      '0 lights on'
    ]);
    await i18n.choose('uk');
    expect([1, 2, 5, 21].map((count) => t('home.lightsOn', { count }))).toEqual([
      '1 світильник увімкнено',
      '2 світильники увімкнено',
      '5 світильників увімкнено',
      '21 світильник увімкнено'
    ]);
  });

  it('inserts values unchanged, whatever they contain', () => {
    expect(t('home.openNamed', { name: '$& {name} <b>' })).toBe('$& {name} <b> open');
  });

  it('formats numbers in the language', async () => {
    expect(t('home.lightsOn', { count: 12_345 })).toBe('12,345 lights on');
    await i18n.choose('uk');
    expect(t('home.lightsOn', { count: 12_345 })).toBe('12\u{a0}345 світильників увімкнено');
  });
});

it('the language is the first preferred one that is supported, else English', () => {
  expect(preferredLanguage(['uk-UA', 'en'])).toBe('uk');
  expect(preferredLanguage(['de-AT', 'uk', 'en'])).toBe('uk');
  expect(preferredLanguage(['de', 'fr-CH'])).toBe('en');
  expect(preferredLanguage(['ukx'])).toBe('en');
  expect(preferredLanguage([])).toBe('en');
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
