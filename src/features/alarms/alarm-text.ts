import { alarmWord, isWorded } from '#shared/alarm-words';
import type { Device } from '#shared/home';
import { meaningOf, type Detected } from '#shared/meaning';
import { i18n, t } from '$lib/i18n/i18n.svelte';
import { trippedLabel } from '$lib/kinds/control-summary';
import { nameOf } from '$lib/kinds/device-name';

/** The longest name in the text of an alarm, in characters. The rest is replaced by an ellipsis. */
const MAX_NAME_LENGTH = 60;

/** Shortens a name for the text of an alarm, so that what follows the name is always visible. */
export function shortName(name: string): string {
  const characters = Array.from(name.trim());
  return characters.length > MAX_NAME_LENGTH
    ? `${characters.slice(0, MAX_NAME_LENGTH).join('').trimEnd()}…`
    : name;
}

/**
 * Returns the text of an alarm: "Alarm: Back door open", "Alarm: Cellar: Water leak". A long name is shortened.
 * Reactive (language).
 */
export function alarmText(device: Device): string {
  const name = shortName(nameOf(device));
  const what =
    meaningOf(device).nature === 'opening'
      ? t('home.openNamed', { name })
      : t('happened.state', { name, state: trippedLabel(device) });
  return t('alarm.title', { what });
}

/** Returns the text of an alarm whose device is not known: "Alarm: Smoke". Reactive (language). */
export const dangerText = (hazard: Detected): string => t('alarm.title', { what: alarmKind(hazard) });

/** Returns what an alarm is, in a word or two: "Smoke", "Door open". Reactive (language). */
export const alarmKind = (detected: Detected | 'drill'): string =>
  isWorded(detected) ? alarmWord(detected, i18n.locale) : t(`alarm.${detected}`);
