import { en, type InstallMessages } from './words/en';
import { uk } from './words/uk';

/** The languages of the page, the default first. */
export const LANGUAGES: readonly InstallMessages[] = [en, uk];

const byName = (name: string | undefined) => LANGUAGES.find(({ language }) => language === name);

/** The messages in the requested language, else in the preferred language of the browser, else in English. */
export function chooseWords(asked: string | undefined, accepted: string | undefined): InstallMessages {
  const preferred = (accepted ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', weight = ''] = entry.trim().toLowerCase().split(';');
      return { language: tag.split('-')[0], weight: Number(/^\s*q=([\d.]+)$/.exec(weight)?.[1] ?? 1) };
    })
    .filter(({ language, weight }) => weight > 0 && byName(language))
    .sort((one, other) => other.weight - one.weight);
  return byName(asked) ?? byName(preferred[0]?.language) ?? en;
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
