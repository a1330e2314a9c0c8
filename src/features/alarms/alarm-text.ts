import { alarmWord, isWorded } from '#shared/alarm-words';
import { isTripped } from '#shared/hazards';
import type { Device } from '#shared/home';
import { meaningOf, type Detected } from '#shared/meaning';
import type { ControllerClock } from '#shared/reported-time';
import { i18n, t } from '$lib/i18n/i18n.svelte';
import { facts } from '$lib/i18n/list';
import { sinceTime } from '$lib/i18n/time';
import { trippedLabel } from '$lib/kinds/control-summary';
import { nameOf } from '$lib/kinds/device-name';
import { aboutTime } from '$lib/kinds/reported-age';
import type { ActiveAlarm } from './active-alarm';

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
 * Returns the text of an alarm: "Alarm: Back door open", "Alarm: Cellar: Water leak", and of a door that is closed again "Alarm: Back door
 * was opened". A long name is shortened. Reactive (language).
 */
export function alarmText(device: Device): string {
  const name = shortName(nameOf(device));
  const what =
    meaningOf(device).nature === 'opening'
      ? t(isTripped(device) ? 'home.openNamed' : 'alarm.opened', { name })
      : t('happened.state', { name, state: trippedLabel(device) });
  return t('alarm.title', { what });
}

/** Returns the text of an alarm whose device is not known: "Alarm: Smoke". Reactive (language). */
export const dangerText = (hazard: Detected): string => t('alarm.title', { what: alarmKind(hazard) });

/** Returns what an alarm is, in a word or two: "Smoke", "Door open". Reactive (language). */
export const alarmKind = (detected: Detected | 'drill'): string =>
  isWorded(detected) ? alarmWord(detected, i18n.locale) : t(`alarm.${detected}`);

/** Returns what a device alarms of, in a few words: "Smoke", and of a door that is closed again "Door was opened". Reactive (language). */
export function alarmWhat(device: Device): string {
  const { detected } = meaningOf(device);
  if (isTripped(device)) return alarmKind(detected);
  if (detected === 'door') return t('alarm.doorOpened');
  return detected === 'window' ? t('alarm.windowOpened') : alarmKind(detected);
}

/**
 * Returns when an alarm began, as one line: "since 18:56", and of a sensor that is calm again "18:56 · closed again". Empty if there is
 * nothing to say. Reactive (language, time).
 * @param isBare whether the time stands alone, without "since"
 */
export function sinceText(alarm: ActiveAlarm, clock: ControllerClock, now: number, isBare = false): string {
  const time = alarm.since === undefined ? undefined : aboutTime(sinceTime(alarm.since, now), clock);
  if (!alarm.isCalm) return time === undefined || isBare ? (time ?? '') : t('alarm.since', { time });
  const isOpening = alarm.detected === 'door' || alarm.detected === 'window';
  return facts(time, t(isOpening ? 'alarm.closedAgain' : 'alarm.calmAgain'));
}

/** Returns who has seen an alarm and when: "Seen on Hall tablet, 03:12". Empty while nobody has. Reactive (language, time). */
export function seenText({ seen }: ActiveAlarm, now: number): string {
  if (!seen) return '';
  const time = sinceTime(seen.at, now);
  const said =
    seen.by === undefined
      ? t('alarm.seenAt', { time })
      : t('alarm.seenBy', { name: shortName(seen.by), time });
  return facts(said, seen.isQuiet && t('alarm.isQuiet'));
}
