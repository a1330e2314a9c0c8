import type { CameIn } from '#shared/household';
import { t } from '$lib/i18n/i18n.svelte';
import { facts } from '$lib/i18n/list';
import { dayAndTime } from '$lib/i18n/time';

/** Returns how and when a screen signed in, as a short text. Reactive (language). */
export function cameInLabel({ how, at, by }: CameIn): string {
  return facts(wordsOfWay(how, by?.name), dayAndTime(at));
}

function wordsOfWay(how: CameIn['how'], by: string | undefined): string {
  if (how !== 'pairing') return t(`cameIn.${how}`);
  return by ? t('cameIn.letInBy', { name: by }) : t('cameIn.code');
}
