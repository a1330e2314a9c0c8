import { alarmWord } from '#shared/alarm-words';
import { reportedHazardOf } from '#shared/hazards';
import type { Device } from '#shared/home';
import type { Tone } from '$lib/components/tone';
import { i18n, t } from '$lib/i18n/i18n.svelte';
import { number } from '$lib/i18n/number';
import { trippedLabel } from './control-summary';
import { nameOf } from './device-name';
import { roomAppearance } from './room-appearance.svelte';
import { ATTENTION, type HighlightKind, type Highlights } from './room-summary';

/** A chip for a highlight, on a room's tile or at the top of the home. */
export interface HighlightChip {
  readonly list: HighlightKind;
  readonly icon: string;
  /** The full text: "3 lights on", "Back door open". */
  readonly label: string;
  /** The text beside the icon: a count, or the state of a single device, which is in the room of the tile. */
  readonly text: string;
  readonly tone: Tone;
}

interface ChipKind {
  readonly tone: Tone;
  readonly many: (count: number) => string;
  /** The full text for a single device, and its state, if they are more useful than the count. */
  readonly one?: (device: Device) => string;
  readonly state?: (device: Device) => string;
}

/** Hazards whose words are too long for a chip. */
const SIGNS: Readonly<Record<string, string>> = { co: 'CO', co2: 'CO₂' };

function alarmState(device: Device): string {
  const hazard = reportedHazardOf(device);
  return hazard ? (SIGNS[hazard] ?? alarmWord(hazard, i18n.locale)) : trippedLabel(device);
}

/** An entrance that is open is no contact. */
const openState = () => t('device.open');

const KINDS: Readonly<Record<HighlightKind, ChipKind>> = {
  alarms: {
    tone: 'alarm',
    many: (count) => t('home.alarms', { count }),
    one: (device) => t('home.alarmNamed', { name: nameOf(device) }),
    state: alarmState
  },
  tripped: {
    tone: 'on',
    many: (count) => t('home.tripped', { count }),
    one: (device) => t('home.trippedNamed', { name: nameOf(device) }),
    state: trippedLabel
  },
  openings: {
    tone: 'on',
    many: (count) => t('home.doorsOpen', { count }),
    one: (device) => t('home.openNamed', { name: nameOf(device) }),
    state: openState
  },
  lights: { tone: 'on', many: (count) => t('home.lightsOn', { count }) },
  switches: { tone: 'on', many: (count) => t('home.switchesOn', { count }) },
  shutters: { tone: 'shutter', many: (count) => t('home.shuttersOpen', { count }) },
  batteries: { tone: 'on', many: (count) => t('home.batteriesLow', { count }) },
  unreachable: { tone: 'dead', many: (count) => t('home.unreachable', { count }) },
  conditions: { tone: 'on', many: (count) => t('home.attention', { count }) },
  silent: { tone: 'on', many: (count) => t('home.silent', { count }) },
  loads: { tone: 'on', many: (count) => t('home.attention', { count }) }
};

/**
 * Returns one chip for each list that is not empty, in the given order. An open door in alarm has the chip of its alarm
 * alone. Reactive (language).
 */
export function chipsOf(highlights: Highlights, lists: readonly HighlightKind[]): readonly HighlightChip[] {
  return lists.flatMap((list) => {
    const devices = devicesOf(highlights, list, lists);
    return devices.length > 0 ? [chipOf(list, devices)] : [];
  });
}

/** Returns the chip of some devices, which are not none, of one list. Reactive (language). */
export function chipOf(list: HighlightKind, devices: readonly Device[]): HighlightChip {
  const { tone, many, one, state } = KINDS[list];
  const only = devices.length === 1 ? devices[0] : undefined;
  return {
    list,
    icon: roomAppearance.chipIcon(list),
    tone,
    label: (only && one?.(only)) || many(devices.length),
    text: (only && state?.(only)) || number(devices.length)
  };
}

/** Returns the chip of what needs attention: it names the kind if there is only one. Reactive (language). */
export function attentionChipOf(highlights: Highlights): HighlightChip | undefined {
  const [chip, ...others] = chipsOf(highlights, ATTENTION);
  if (!chip || others.length === 0) return chip;
  const count = ATTENTION.reduce((sum, list) => sum + highlights[list].length, 0);
  return {
    ...chip,
    tone: 'on',
    text: number(count),
    icon: roomAppearance.chipIcon('attention'),
    label: t('home.attention', { count })
  };
}

function devicesOf(
  highlights: Highlights,
  list: HighlightKind,
  lists: readonly HighlightKind[]
): readonly Device[] {
  const devices = highlights[list];
  if (list !== 'openings' || !lists.includes('alarms')) return devices;
  return devices.filter((device) => !highlights.alarms.includes(device));
}
