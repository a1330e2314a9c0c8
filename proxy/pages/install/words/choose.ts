import { en } from './en';
import { uk } from './uk';
import type { InstallMessages } from './words';

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
