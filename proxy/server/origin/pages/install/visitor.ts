import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { isRecord } from '#shared/home';
import { preferredLanguage } from '#shared/language';
import type { install } from '../../../../../src/lib/i18n/messages/lazy/en';
import { acceptedIn } from '../accepted';

type InstallMessages = typeof install;

/** The texts of the page in one language: its tag, and its words in the app's catalogues. */
export interface InstallWords extends InstallMessages {
  readonly language: string;
}

/** Undefined where the sources run without Vite: in tools, and in browser tests with a clock of their own. */
const viteEnvironment: unknown = import.meta.env;

/** The catalogues by file. Vite puts them into the bundle; without it they are read from their folder. */
const catalogues: Readonly<Record<string, InstallMessages>> =
  viteEnvironment === undefined
    ? await readCatalogues(new URL('../../../../../src/lib/i18n/messages/lazy/', import.meta.url))
    : import.meta.glob<InstallMessages>('../../../../../src/lib/i18n/messages/lazy/*.ts', {
        eager: true,
        import: 'install'
      });

async function readCatalogues(folder: URL): Promise<Record<string, InstallMessages>> {
  const read = async (file: string) => {
    const catalogue: unknown = await import(new URL(file, folder).href);
    if (!hasInstall(catalogue)) throw new Error(`${file} has no texts of the install page.`);
    return [file, catalogue.install] as const;
  };
  return Object.fromEntries(await Promise.all(readdirSync(folder).map(read)));
}

function hasInstall(catalogue: unknown): catalogue is { readonly install: InstallMessages } {
  return isRecord(catalogue) && 'install' in catalogue;
}

/** The texts by language. */
const WORDS: ReadonlyMap<string, InstallWords> = new Map(
  Object.entries(catalogues).map(([path, words]) => {
    const language = basename(path, '.ts');
    return [language, { ...words, language }];
  })
);

/** The languages of the page. */
export const LANGUAGES: readonly InstallWords[] = [...WORDS.values()];

/** The texts in the requested language, else in the preferred language of the browser, else in English. */
export function chooseWords(asked: string | undefined, accepted: string | undefined): InstallWords {
  const tags = [asked ?? '', ...acceptedIn(accepted)];
  const words = WORDS.get(preferredLanguage([...WORDS.keys()], tags) ?? 'en');
  if (!words) throw new Error('The catalogue in English is missing.');
  return words;
}

/** Systems with their own steps, in the order of display. */
export const SYSTEMS = ['android', 'ios', 'windows', 'macos', 'linux', 'firefox'] as const;
export type System = (typeof SYSTEMS)[number];

/** Patterns in `User-Agent`, more specific ones first: Android contains Linux too, and Firefox has its own certificates on each system. */
const MARKS: readonly (readonly [RegExp, System])[] = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Firefox\//, 'firefox'],
  [/Android/, 'android'],
  [/Windows/, 'windows'],
  [/Macintosh/, 'macos'],
  [/Linux|X11|CrOS/, 'linux']
];

/** The visitor's system by its `User-Agent`; Android, the most common one, if that is unknown. */
export const systemOf = (userAgent: string | undefined): System =>
  MARKS.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? 'android';
