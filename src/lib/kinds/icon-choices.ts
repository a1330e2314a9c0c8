import { t } from '$lib/i18n/i18n.svelte';
import { DEVICE_ICONS_BY_NAME } from './device-icons';
import type { Group } from '#shared/kinds';
import { findByName } from './icon-name';
import { roomIconOf } from './room-icons';

/** An icon that the user can choose for a device or a room. */
export interface IconChoice {
  /** Its name, as the controller would send it. */
  readonly name: string;
  /** A label of the icon. */
  readonly label: string;
  /** Path data (`d`) in a 24 × 24 box. */
  readonly path: string;
}

/** How many icons are suggested. */
export const SUGGESTED_ICONS = 8;

/** The names of the icons for devices: one name for each icon. Each eight are the suggestions for a group. */
const DEVICE_ICON_NAMES = [
  ...(['lamp', 'ceiling', 'floor-lamp', 'desk-lamp', 'led', 'rgb', 'switch', 'socket'] as const),
  ...(['tv', 'speaker', 'coffee', 'fridge', 'dishwasher', 'washer', 'pump', 'fan'] as const),
  ...(['shutter', 'blinds', 'curtains', 'window', 'door', 'garage', 'gate', 'lock'] as const),
  ...([
    'thermostat',
    'radiator',
    'conditioner',
    'boiler',
    'ventilation',
    'valve',
    'water',
    'sprinkler'
  ] as const),
  ...(['motion', 'smoke', 'leak', 'thermometer', 'humidity', 'sun', 'siren', 'alarm'] as const),
  ...(['power', 'meter', 'battery', 'gateway'] as const)
] as const;

/** The groups with suggestions, in the order of the icons. Entrances have those of shutters, others those of lamps. */
const SUGGESTED_FOR: readonly Group[] = ['lights', 'switches', 'shutters', 'climate', 'sensors'];

/** Returns the index of the first icon that is suggested for a device of a group. */
export const suggestedFrom = (group: Group): number =>
  Math.max(0, SUGGESTED_FOR.indexOf(group === 'entrances' ? 'shutters' : group)) * SUGGESTED_ICONS;

/** The names of the icons for rooms: one name for each icon. */
const ROOM_ICON_NAMES = [
  'sofa',
  'pot',
  'stove',
  'dining',
  'bed',
  'suitcase',
  'teddy',
  'bath',
  'shower',
  'toilet',
  'coat-rack',
  'door',
  'stairs',
  'desk',
  'book',
  'hanger',
  'laundry',
  'tv',
  'gym',
  'pool',
  'tree',
  'flower',
  'balcony',
  'garage',
  'cellar',
  'roof',
  'workshop'
] as const;

/**
 * Returns the path of a device's icon name; undefined if the name is unknown. It is the active form, since the form at
 * rest is often crossed out.
 */
export const devicePathOf = (icon: string): string | undefined =>
  findByName(DEVICE_ICONS_BY_NAME, icon)?.active;

/** Returns the icons for devices. Reactive (language). */
export const deviceIconChoices = (): readonly IconChoice[] =>
  DEVICE_ICON_NAMES.map((name) => ({ name, label: t(`icon.${name}`), path: devicePathOf(name) ?? '' }));

/** Returns the icons for rooms. Reactive (language). */
export const roomIconChoices = (): readonly IconChoice[] =>
  ROOM_ICON_NAMES.map((name) => ({ name, label: t(`icon.${name}`), path: roomIconOf({ icon: name }) }));
